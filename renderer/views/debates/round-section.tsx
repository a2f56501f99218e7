import type { ClaimChip, DebateDetail, DebateRuling } from '../../../core/api/index.ts';
import { Icon } from '../../components/icon.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { gateStateSigns } from '../../text/state-words.ts';
import { count, counted } from '../../text/words.ts';
import { ClaimChips } from './claim-chip.tsx';
import type { Finding, Round } from './conversation.ts';
import { Lanes } from './lanes.tsx';
import { MessageCard } from './message-card.tsx';
import './round.css';

interface RoundSectionProps {
  readonly round: Round;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly claims: ReadonlyMap<string, ClaimChip>;
  readonly rulings: readonly DebateRuling[];
  readonly findings: ReadonlyMap<number, Finding>;
}

/** A round: its messages in the order in which they were said, and what went to a person. */
export function RoundSection({ round, open, onToggle, claims, rulings, findings }: RoundSectionProps) {
  const id = `round-${round.round}`;
  return (
    <section className="round" aria-labelledby={id}>
      <h3 className="round-head" id={id}>
        <button type="button" aria-expanded={open} onClick={onToggle}>
          <Icon name={open ? 'down' : 'right'} size={13} />
          Round {round.round}
          <span className="faint">{roundSummary(round)}</span>
        </button>
      </h3>
      {open && (
        <div className="round-body">
          {round.messages.map((message) => (
            <MessageCard
              key={message.seq}
              message={message}
              claims={claims}
              rulings={rulings}
              finding={findings.get(message.seq) ?? null}
            />
          ))}
          {round.gates.map((gate) => (
            <GateCard key={gate.gateId} gate={gate} claims={claims} />
          ))}
        </div>
      )}
    </section>
  );
}

/** `6 messages, 1 rejected`. */
export function roundSummary({ messages, gates }: Round): string {
  const rejected = messages.filter(({ accepted }) => !accepted).length;
  return [
    counted(messages.length - rejected, 'message'),
    ...(rejected > 0 ? [`${count(rejected)} rejected`] : []),
    ...(gates.length > 0 ? [counted(gates.length, 'question to a person', 'questions to a person')] : []),
  ].join(', ');
}

interface GateCardProps {
  readonly gate: DebateDetail['gates'][number];
  readonly claims: ReadonlyMap<string, ClaimChip>;
}

/** What the arbiter asked of a person, and the answer. */
function GateCard({ gate, claims }: GateCardProps) {
  return (
    <div className="message-row">
      <Lanes speaker={null} />
      <article className="message gate-card" aria-label={`Asked of a person: ${gate.title}`}>
        <header className="message-head">
          <Icon name="person" size={15} />
          <strong>Asked of a person</strong>
          <SignWord
            sign={gateStateSigns[gate.state]}
            word={gate.decidedBy === null ? gate.state : `${gate.state} by ${gate.decidedBy}`}
          />
          <span className="message-aside faint small">
            <Time at={gate.requestedAt} />
          </span>
        </header>
        <p>
          <a href={formatRoute('gates', gate.gateId)}>{gate.title}</a>
        </p>
        {gate.reason !== null && gate.reason !== '' && <q className="message-quote">{gate.reason}</q>}
        <ClaimChips ids={gate.claimIds} claims={claims} label="Claims of the question" />
      </article>
    </div>
  );
}
