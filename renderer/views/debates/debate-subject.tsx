import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DebateDetail } from '../../../core/api/index.ts';
import { Progress } from '../../components/progress.tsx';
import { Empty, Failed, Skeleton } from '../../components/states.tsx';
import { can, useCommands } from '../../keyboard/use-commands.ts';
import type { DebateMessages } from '../../stores/debate-messages.ts';
import { count, counted } from '../../text/words.ts';
import { findIn, nextTurn, openAtFirst, roundsOf, steppedPlace, troublesOf } from './conversation.ts';
import { DebateHead } from './debate-head.tsx';
import { useDebatePlace } from './debate-place.tsx';
import { FindBar } from './find-bar.tsx';
import { LaneKey } from './lanes.tsx';
import { OpenQuestions } from './message-body.tsx';
import { RoundSection } from './round-section.tsx';
import { useHighlight } from './use-highlight.ts';
import '../../components/subject.css';

interface DebateSubjectProps {
  readonly detail: DebateDetail;
  readonly messages: DebateMessages;
}

/** A debate as a conversation: rounds as sections, roles as lanes. */
export function DebateSubject({ detail, messages }: DebateSubjectProps) {
  const place = useDebatePlace();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  // Typing comes before finding, however many messages there are.
  const sought = useDeferredValue(text);
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const { rows, claims, total } = messages;
  const rounds = useMemo(() => roundsOf(rows, detail.gates), [rows, detail.gates]);
  const openFirst = useMemo(() => openAtFirst(rounds), [rounds]);
  const findings = useMemo(() => findIn(rows, claims, sought), [rows, claims, sought]);
  const found = useMemo(() => new Map(findings.map((one) => [one.seq, one])), [findings]);
  const troubles = useMemo(() => troublesOf(rows), [rows]);
  useHighlight(box, sought);

  const step = (places: readonly number[], by: 1 | -1) => {
    const seq = steppedPlace(places, place.message, by);
    if (seq !== null) place.chooseMessage(seq);
    return seq;
  };
  const walk = (places: readonly number[], by: 1 | -1) => {
    const seq = step(places, by);
    document.getElementById(`message-${seq}`)?.focus({ preventScroll: true });
  };
  const every = rows.map(({ seq }) => seq);
  const foundPlaces = findings.map(({ seq }) => seq);
  const noTrouble = troubles.length === 0 ? 'Nothing was challenged or rejected in this debate' : null;
  useCommands({
    'mark.next': { run: () => walk(troubles, 1), whyNot: noTrouble },
    'mark.previous': { run: () => walk(troubles, -1), whyNot: noTrouble },
    'message.next': can(() => walk(every, 1)),
    'message.previous': can(() => walk(every, -1)),
  });
  const toggle = (round: number) =>
    setToggled((before) =>
      before.has(round) ? new Set([...before].filter((one) => one !== round)) : new Set([...before, round]),
    );
  // What is looked for or looked at is never folded away.
  const isOpen = (round: (typeof rounds)[number]) =>
    openFirst.includes(round.round) !== toggled.has(round.round) ||
    (sought.trim() !== '' && round.messages.some(({ seq }) => found.has(seq))) ||
    round.messages.some(({ seq }) => seq === place.message);

  const { row } = detail;
  return (
    <div className="subject">
      <DebateHead detail={detail} />
      <div className="debate-tools">
        <FindBar
          text={text}
          onText={setText}
          found={findings.length}
          at={place.message === null ? -1 : foundPlaces.indexOf(place.message)}
          onStep={(by) => step(foundPlaces, by)}
        />
        {troubles.length > 0 && (
          <p className="debate-walk small">
            <span>{counted(troubles.length, 'place')} to look at</span>
            <button type="button" className="text-button" onClick={() => walk(troubles, -1)}>
              Previous <kbd>Shift F8</kbd>
            </button>
            <button type="button" className="text-button" onClick={() => walk(troubles, 1)}>
              Next <kbd>F8</kbd>
            </button>
          </p>
        )}
      </div>
      <div className="conversation" ref={box}>
        <LaneKey />
        {rounds.map((round) => (
          <RoundSection
            key={round.round}
            round={round}
            open={isOpen(round)}
            onToggle={() => toggle(round.round)}
            claims={claims}
            rulings={detail.rulings}
            findings={found}
          />
        ))}
        {messages.problem !== null && <Failed problem={messages.problem} />}
        {messages.state === 'loading' && <Skeleton label="Reading the messages" />}
        {messages.state === 'ready' && rows.length === 0 && row.status !== 'running' && (
          <Empty icon="debates" title="Nobody has spoken in this debate" />
        )}
        {messages.state === 'ready' && total > rows.length && (
          <p className="conversation-end faint">
            The first {counted(rows.length, 'output')} of {count(total)}; the ledger has the others.
          </p>
        )}
        {row.status === 'running' && messages.state === 'ready' && (
          <div className="conversation-end">
            <Progress label={nextTurn(rows)} done={row.round} total={row.maxRounds} />
          </div>
        )}
        {detail.openQuestions.length > 0 && (
          <div className="conversation-end">
            <OpenQuestions questions={detail.openQuestions} />
          </div>
        )}
      </div>
    </div>
  );
}
