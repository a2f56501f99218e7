import type { ClaimChip, ClaimDetail } from '../../../core/api/index.ts';
import { Block } from '../../components/facts.tsx';
import { WhenReady } from '../../components/states.tsx';
import { useCalmValue } from '../../stores/calm-value.ts';
import type { DebateMessages } from '../../stores/debate-messages.ts';
import { useQuery } from '../../stores/query.ts';
import { roleNames, turnNames, verdictWords } from '../../text/debate-words.ts';
import { counted } from '../../text/words.ts';
import { CalculationBlock, ClaimBlock, DefectsBlock, EvidenceBlock } from './claim-blocks.tsx';
import { citationsOf, claimsByTrouble } from './conversation.ts';
import { useDebatePlace } from './debate-place.tsx';
import { SanadBlock } from './sanad-block.tsx';

interface ClaimPartProps {
  readonly debateId: string;
  readonly messages: DebateMessages;
}

/**
 * The chosen claim: what it says, what it rests on and what is wrong with it. Without a choice, the most troubled one.
 */
export function ClaimPart({ debateId, messages }: ClaimPartProps) {
  const place = useDebatePlace();
  const ordered = claimsByTrouble(messages.claims);
  const claimId = place.claim ?? ordered[0]?.claimId ?? null;
  const calmId = useCalmValue(claimId);
  const claim = useQuery('debates.claim', calmId === null ? null : { debateId, claimId: calmId });
  if (claimId === null) {
    return (
      <Block title="Claim">
        <p className="faint">No message names a claim.</p>
      </Block>
    );
  }
  return (
    <>
      <Block title="Claim" aside={<span className="faint">{counted(ordered.length, 'claim')} named</span>}>
        <ClaimChoice claims={ordered} chosen={claimId} onChoose={place.chooseClaim} />
      </Block>
      <WhenReady of={claim} label="Reading the claim">
        {(detail) => <ClaimParts key={detail.chip.claimId} detail={detail} messages={messages} />}
      </WhenReady>
    </>
  );
}

function ClaimParts({ detail, messages }: { readonly detail: ClaimDetail; readonly messages: DebateMessages }) {
  const place = useDebatePlace();
  const citations = citationsOf(messages.rows, detail.chip.claimId);
  return (
    <>
      <ClaimBlock detail={detail} />
      <DefectsBlock defects={detail.defects} />
      <SanadBlock detail={detail} />
      <EvidenceBlock evidence={detail.evidence} />
      {detail.calculation !== null && <CalculationBlock calculation={detail.calculation} onClaim={place.chooseClaim} />}
      {citations.length > 0 && (
        <Block title="Named by">
          <ul className="claim-citations">
            {citations.map((message) => (
              <li key={message.seq}>
                <button type="button" className="text-button" onClick={() => place.chooseMessage(message.seq)}>
                  {roleNames[message.role]} {turnNames[message.turn]}, round {message.round}
                </button>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </>
  );
}

interface ClaimChoiceProps {
  readonly claims: readonly ClaimChip[];
  readonly chosen: string;
  readonly onChoose: (claimId: string) => void;
}

/** Every claim that the messages name, the most troubled first. */
function ClaimChoice({ claims, chosen, onChoose }: ClaimChoiceProps) {
  const known = claims.some(({ claimId }) => claimId === chosen);
  return (
    <select
      className="claim-choice"
      aria-label="Claim"
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {!known && <option value={chosen}>{chosen}</option>}
      {claims.map((chip) => (
        <option key={chip.claimId} value={chip.claimId}>
          {`${chip.grade} ${verdictWords[chip.verdict].word}: ${chip.text}`}
        </option>
      ))}
    </select>
  );
}
