import type { Problem } from '../../../core/api/index.ts';
import { Choice } from '../../components/field.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { QueueHeading } from '../../components/queue-list.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { type RunStanding, useRunQueue } from '../../stores/run-queue.ts';
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
  const queue = useRunQueue();
  const shown = items ?? [];
  const active = shown.findIndex(
    (item) => item.kind === 'run' && item.run.id === selected?.id && item.run.kind === selected.kind,
  );
  const onActive = (index: number) => {
    const item = shown[index];
    if (item?.kind === 'run') onSelect(item.run);
  };
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
      list={{
        label: 'Runs',
        reading: items === null ? 'Reading the runs' : null,
        problem,
        count: shown.length,
        rowHeight: 46,
        active,
        isHeading: (index) => shown[index]?.kind === 'heading',
        onActive,
        onEnd,
        rowKey: (index) => shown[index]?.key ?? `${index}`,
        renderRow: (index) => <QueueItemRow item={shown[index]} />,
        empty: <NoRuns filtered={filtered} />,
      }}
    />
  );
}

function NoRuns({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <Empty icon="filter" title="No run fits the filter" />;
  return (
    <Empty icon="runs" title="No run yet">
      Run a machine with <code>mizan machine run FILE</code>, or an agent under the kernel with{' '}
      <code>mizan agent-run start PLAN</code>.
    </Empty>
  );
}

function QueueItemRow({ item }: { readonly item: QueueItem | undefined }) {
  if (item === undefined) return null;
  if (item.kind === 'heading') return <QueueHeading heading={item} />;
  const { run } = item;
  return (
    <div className="queue-row">
      <SignMark sign={run.sign} label={run.word} />
      <span className="queue-row-title cut" title={`${run.name}, ${run.id}`}>
        {run.name} <span className="faint mono">{run.id}</span>
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
