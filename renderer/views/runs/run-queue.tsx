import { useRef } from 'react';
import type { Problem } from '../../../core/api/index.ts';
import { Choice } from '../../components/field.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty, Failed, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useListCommands } from '../../components/use-list-commands.ts';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import { bringToFront } from '../../stores/layout.ts';
import { type RunStanding, useRunQueue } from '../../stores/run-queue.ts';
import { count } from '../../text/words.ts';
import type { QueuedRun, QueueItem } from './queue-rows.ts';

const standings: readonly (readonly [RunStanding | 'any', string])[] = [
  ['any', 'Any'],
  ['waiting', 'Waiting'],
  ['running', 'Running'],
  ['failed', 'Stopped or failed'],
  ['cancelled', 'Cancelled'],
  ['ended', 'Ended'],
];

const kinds = [
  ['any', 'Both'],
  ['machine', 'Machines'],
  ['agent', 'Agents under the kernel'],
] as const;

interface RunQueueProps {
  /** Null while they are being read. */
  readonly items: readonly QueueItem[] | null;
  readonly problem: Problem | null;
  /** How many there are: `14 runs`. */
  readonly summary: string;
  readonly selected: Pick<QueuedRun, 'kind' | 'id'> | null;
  readonly onSelect: (run: QueuedRun) => void;
  readonly onEnd: () => void;
}

/** The runs of machines and of agents, newest first. */
export function RunQueue({ items, problem, summary, selected, onSelect, onEnd }: RunQueueProps) {
  const list = useRef<VirtualListHandle>(null);
  const queue = useRunQueue();
  const shown = items ?? [];
  const active = shown.findIndex(
    (item) => item.kind === 'run' && item.run.id === selected?.id && item.run.kind === selected.kind,
  );
  const isHeading = (index: number) => shown[index]?.kind === 'heading';
  const onActive = (index: number) => {
    const item = shown[index];
    if (item?.kind === 'run') onSelect(item.run);
  };
  const onOpen = () => {
    bringToFront('subject');
    document.getElementById('subject-start')?.focus();
  };
  useListCommands({ count: shown.length, active, onActive, onOpen, isHeading });
  const filters: readonly ActiveFilter[] = [
    ...(queue.standing === 'any'
      ? []
      : [{ label: `standing: ${queue.standing}`, onRemove: () => useRunQueue.setState({ standing: 'any' }) }]),
    ...(queue.kind === 'any'
      ? []
      : [{ label: `only ${queue.kind}s`, onRemove: () => useRunQueue.setState({ kind: 'any' }) }]),
    ...(queue.called ? [{ label: 'with called runs', onRemove: () => useRunQueue.setState({ called: false }) }] : []),
  ];
  const filtered = queue.standing !== 'any' || queue.kind !== 'any' || queue.text !== '';
  return (
    <Queue
      title="Runs"
      summary={summary}
      search={queue.text}
      onSearch={(text) => useRunQueue.setState({ text })}
      searchLabel="Filter runs"
      active={filters}
      list={list}
      filters={
        <>
          <Choice
            label="Standing"
            value={queue.standing}
            choices={standings}
            onChange={(standing) => useRunQueue.setState({ standing })}
          />
          <Choice label="Kind" value={queue.kind} choices={kinds} onChange={(kind) => useRunQueue.setState({ kind })} />
          <Choice
            label="Called runs"
            value={queue.called ? 'shown' : 'hidden'}
            choices={[
              ['hidden', 'Hidden'],
              ['shown', 'Shown'],
            ]}
            onChange={(called) => useRunQueue.setState({ called: called === 'shown' })}
          />
          <Choice
            label="Group by"
            value={queue.group}
            choices={[
              ['none', 'Nothing'],
              ['standing', 'Standing'],
              ['kind', 'Kind'],
            ]}
            onChange={(group) => useRunQueue.setState({ group })}
          />
        </>
      }
    >
      {problem !== null ? (
        <Failed problem={problem} />
      ) : items === null ? (
        <Skeleton label="Reading the runs" />
      ) : items.length > 0 ? (
        <VirtualList
          handle={list}
          label="Runs"
          count={items.length}
          rowHeight={46}
          isHeading={isHeading}
          active={active}
          onActive={onActive}
          onOpen={onOpen}
          rowKey={(index) => items[index]?.key ?? `${index}`}
          onRange={(_first, last) => {
            if (last >= items.length - 40) onEnd();
          }}
          renderRow={(index) => <QueueItemRow item={items[index]} />}
        />
      ) : filtered ? (
        <Empty icon="filter" title="No run fits the filter" />
      ) : (
        <Empty icon="runs" title="No run yet">
          Run a machine with <code>mizan machine run FILE</code>, or an agent under the kernel with{' '}
          <code>mizan agent-run start PLAN</code>.
        </Empty>
      )}
    </Queue>
  );
}

function QueueItemRow({ item }: { readonly item: QueueItem | undefined }) {
  if (item === undefined) return null;
  if (item.kind === 'heading') {
    return (
      <span>
        {item.title} <span className="faint">{count(item.count)}</span>
      </span>
    );
  }
  const { run } = item;
  return (
    <div className="queue-row">
      <SignMark sign={run.sign} label={run.word} />
      <span className="queue-row-title mono cut" title={run.id}>
        {run.id}
      </span>
      <span className="queue-row-facts">
        <span className="cut" title={run.tooltip ?? undefined}>
          {run.facts}
        </span>
        <Time at={run.at} />
      </span>
    </div>
  );
}
