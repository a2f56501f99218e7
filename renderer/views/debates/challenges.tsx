import type { ClaimChip, DebateMessage, DebateRuling } from '../../../core/api/index.ts';
import { Identifier } from '../../components/identifier.tsx';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { cureName, defectMeaning, roleNames, rulingWords, severityWords } from '../../text/debate-words.ts';
import { ClaimChips } from './claim-chip.tsx';

interface PartProps {
  readonly message: DebateMessage;
  readonly claims: ReadonlyMap<string, ClaimChip>;
}

interface ChallengesProps extends PartProps {
  readonly rulings: readonly DebateRuling[];
}

/** What a message says is wrong with claims, with the cure it asks for and what the arbiter ruled. */
export function Challenges({ message, claims, rulings }: ChallengesProps) {
  if (message.challenges.length === 0) return null;
  return (
    <ul className="challenges" aria-label="Challenges">
      {message.challenges.map((one) => {
        const ruled = rulings.findLast((ruling) => ruling.challengeId === one.challengeId);
        const severity = severityWords[one.severity];
        return (
          <li key={one.challengeId} className="challenge">
            <p className="challenge-head">
              <SignMark sign={severity.sign} />
              <code className="rule-code">{one.defectType}</code>
              <span className="small">{severity.word}</span>
            </p>
            {defectMeaning(one.defectType) !== null && <p className="quiet">{defectMeaning(one.defectType)}</p>}
            <p>{one.description}</p>
            <p className="small">
              <span className="faint">cure</span> {cureName(one.cure)}
            </p>
            <ClaimChips ids={one.claimIds} claims={claims} label="Challenged claims" />
            {ruled === undefined ? (
              <p className="small faint">Not ruled on.</p>
            ) : (
              <p className="challenge-ruling">
                <SignWord {...rulingWords[ruled.ruling]} /> <span>{ruled.reason}</span>
              </p>
            )}
            <ChallengeId id={one.challengeId} />
          </li>
        );
      })}
    </ul>
  );
}

/** What the arbiter ruled in a message. */
export function Rulings({ message, claims }: PartProps) {
  if (message.rulings.length === 0) return null;
  return (
    <ul className="challenges" aria-label="Rulings">
      {message.rulings.map((ruling) => (
        <li key={ruling.challengeId} className="challenge">
          <RulingHead ruling={ruling} />
          <p>{ruling.reason}</p>
          <ClaimChips ids={ruling.claimIds} claims={claims} label="Claims of the ruling" />
          <ChallengeId id={ruling.challengeId} />
        </li>
      ))}
    </ul>
  );
}

/** What is ruled on: the defect, who says so and when, and the challenge itself where the reason does not quote it. */
function RulingHead({ ruling: { ruling, challenge, reason } }: { readonly ruling: DebateRuling }) {
  return (
    <>
      <p className="challenge-head">
        <SignWord {...rulingWords[ruling]} />
        {challenge === null ? (
          <span className="faint small">a challenge that no accepted message raises</span>
        ) : (
          <>
            <code className="rule-code">{challenge.defectType}</code>
            <span className="small">
              <span className="faint">said by the</span> {roleNames[challenge.role].toLowerCase()}
              <span className="faint"> in round {challenge.round}</span>
            </span>
          </>
        )}
      </p>
      {challenge !== null && !reason.includes(challenge.description) && (
        <p className="quiet">{challenge.description}</p>
      )}
    </>
  );
}

function ChallengeId({ id }: { readonly id: string }) {
  return (
    <p className="faint small">
      <Identifier id={id} what="challenge id" />
    </p>
  );
}
