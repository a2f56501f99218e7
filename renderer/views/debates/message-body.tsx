import { memo } from 'react';
import type { ClaimChip, DebateMessage, DebateRuling } from '../../../core/api/index.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { SignMark, SignWord } from '../../components/sign.tsx';
import { formatRoute } from '../../routes.ts';
import { cureName, defectMeaning, ruleMeaning, rulingWords, severityWords } from '../../text/debate-words.ts';
import { ClaimChips } from './claim-chip.tsx';

interface PartProps {
  readonly message: DebateMessage;
  readonly claims: ReadonlyMap<string, ClaimChip>;
}

/**
 * The text of a message, formatted once; that of a rejected one is struck, because it never became part of the debate
 * (D5).
 */
export const MessageText = memo(function MessageText({ message }: { readonly message: DebateMessage }) {
  const { content, contentCut, body, accepted } = message;
  const text = content.trim() === '' ? <p className="faint">It has no text.</p> : <AgentText text={content} />;
  return (
    <div className="message-text">
      {accepted ? text : <del className="message-struck">{text}</del>}
      {contentCut && body !== null && (
        <p className="small">
          <a href={formatRoute('ledger', `${body.seq}`)}>The rest of it is in the ledger</a>
        </p>
      )}
    </div>
  );
});

/** Why an output was rejected: each rule with what it means and what was found. */
export function Violations({ message }: { readonly message: DebateMessage }) {
  if (message.accepted) return null;
  return (
    <section className="violations" aria-label="Why it was rejected">
      <p>
        <SignWord sign="failed" word="rejected by the Muḥāsabah gate" />
        <span className="quiet"> It never became part of the debate.</span>
      </p>
      <ul>
        {message.violations.map(({ rule, detail }) => (
          <li key={`${rule} ${detail}`}>
            <code className="rule-code">{rule}</code>
            <span>
              {ruleMeaning(rule) ?? detail}
              {ruleMeaning(rule) !== null && detail !== '' && <span className="faint"> {detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
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
              <span className="faint small mono">{one.challengeId}</span>
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
          <p className="challenge-head">
            <SignWord {...rulingWords[ruling.ruling]} />
            <span className="faint small mono">{ruling.challengeId}</span>
          </p>
          <p>{ruling.reason}</p>
          <ClaimChips ids={ruling.claimIds} claims={claims} label="Claims of the ruling" />
        </li>
      ))}
    </ul>
  );
}

/** The questions a message leaves open, as a list; nothing when there are none. */
export function OpenQuestions({ questions }: { readonly questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <section className="open-questions" aria-label="Open questions">
      <p className="faint small">Open questions</p>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  );
}
