import { useEffect, useRef } from 'react';
import type { ClaimChip, DebateMessage, DebateRuling } from '../../../core/api/index.ts';
import { RoleGlyph } from '../../components/role-glyph.tsx';
import { SignWord } from '../../components/sign.tsx';
import { Time } from '../../components/time.tsx';
import { formatRoute } from '../../routes.ts';
import { roleNames, turnNames } from '../../text/debate-words.ts';
import { count } from '../../text/words.ts';
import { Challenges, Rulings } from './challenges.tsx';
import { ClaimChips } from './claim-chip.tsx';
import type { Finding } from './conversation.ts';
import { useDebatePlace } from './debate-place.tsx';
import { Lanes } from './lanes.tsx';
import { MessageAccount } from './message-account.tsx';
import { MessageText, OpenQuestions, Violations } from './message-body.tsx';
import { ToolCalls } from './tool-calls.tsx';
import './message.css';

interface MessageCardProps {
  readonly message: DebateMessage;
  readonly claims: ReadonlyMap<string, ClaimChip>;
  readonly rulings: readonly DebateRuling[];
  /** What the search found in it. */
  readonly finding: Finding | null;
}

/** One output of a role, in its lane: what it says, what it rests on, and how sure it is. */
export function MessageCard({ message, claims, rulings, finding }: MessageCardProps) {
  const place = useDebatePlace();
  const card = useRef<HTMLElement>(null);
  const current = place.message === message.seq;
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'start' });
  }, [current]);
  const { role, turn, round, position, account } = message;
  return (
    <div className="message-row">
      <Lanes speaker={role} />
      <article
        ref={card}
        id={`message-${message.seq}`}
        className="message"
        tabIndex={-1}
        data-accepted={message.accepted}
        data-current={current}
        data-found={finding !== null}
        aria-label={`${roleNames[role]} ${turnNames[turn]}, round ${round}${message.accepted ? '' : ', rejected'}`}
        aria-current={current || undefined}
      >
        <MessageHead message={message} />
        {position !== null && (
          <p className="message-position">
            <span className="faint">holds</span> {position}
          </p>
        )}
        <Violations message={message} />
        <MessageText message={message} />
        <ClaimChips ids={message.claimIds} claims={claims} />
        <Challenges message={message} claims={claims} rulings={rulings} />
        <Rulings message={message} claims={claims} />
        <OpenQuestions questions={message.openQuestions} />
        <footer className="message-foot">
          {account === null ? (
            <p className="faint">No accounting that can be read.</p>
          ) : (
            <MessageAccount account={account} open={finding?.inAccount === true} />
          )}
          <ToolCalls calls={message.toolCalls} open={finding?.inTools === true} />
        </footer>
      </article>
    </div>
  );
}

function MessageHead({ message }: { readonly message: DebateMessage }) {
  const { role, turn, attempt } = message;
  return (
    <header className="message-head">
      <RoleGlyph role={role} />
      <strong>{roleNames[role]}</strong>
      <span className="quiet">{turnNames[turn]}</span>
      {attempt > 1 && <span className="faint small">attempt {attempt}</span>}
      {message.criticalDefect && <SignWord sign="failed" word="critical defect" />}
      <span className="message-aside faint small">
        <a className="mono" href={formatRoute('ledger', `${message.seq}`)} title={`Event ${count(message.seq)}`}>
          #{count(message.seq)}
        </a>
        <Time at={message.at} />
      </span>
    </header>
  );
}
