import type { WorkOutcome, WorkRow } from '../../../core/api/index.ts';
import { Choice } from '../../components/field.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { readyValue } from '../../stores/loadable.ts';
import type { PagedRows } from '../../stores/paged-rows.ts';
import { useQuery } from '../../stores/query.ts';
import { useWorkQueue } from '../../stores/work-queue.ts';
import { workWords } from '../../text/state-words.ts';
import { counted } from '../../text/words.ts';

const outcomes: readonly (readonly [WorkOutcome | 'any', string])[] = [
  ['any', 'Any outcome'],
  ['verified', 'Verified'],
  ['hallucinated', 'Hallucinated'],
  ['inconclusive', 'Inconclusive'],
  ['blocked', 'Blocked'],
  ['failed', 'Failed'],
  ['issued', 'In progress'],
];

interface WorkQueueProps {
  readonly paged: PagedRows<WorkRow>;
  readonly active: number;
  readonly onSelect: (row: WorkRow) => void;
}

/** The pieces of work, newest first. */
export function WorkQueue({ paged, active, onSelect }: WorkQueueProps) {
  const { text, outcome, agentId } = useWorkQueue();
  const agents = readyValue(useQuery('agents.list', {}))?.rows ?? [];
  const { rows, total } = paged;
  const onActive = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onSelect(row);
  };
  const filters: readonly ActiveFilter[] = [
    ...(outcome === 'any'
      ? []
      : [{ label: `outcome: ${workWords[outcome].word}`, onRemove: () => useWorkQueue.setState({ outcome: 'any' }) }]),
    ...(agentId === null
      ? []
      : [{ label: `agent: ${agentId}`, onRemove: () => useWorkQueue.setState({ agentId: null }) }]),
  ];
  return (
    <Queue
      title="Work"
      summary={paged.state === 'loading' && rows.length === 0 ? '' : counted(total, 'task')}
      search={text}
      onSearch={(words) => useWorkQueue.setState({ text: words })}
      searchLabel="Filter work"
      active={filters}
      filters={
        <>
          <Choice
            label="Outcome"
            value={outcome}
            choices={outcomes}
            onChange={(chosen) => useWorkQueue.setState({ outcome: chosen })}
          />
          <Choice
            label="Agent"
            value={agentId ?? ''}
            choices={[['', 'Any agent'], ...agents.map((agent): [string, string] => [agent.agentId, agent.agentId])]}
            onChange={(chosen) => useWorkQueue.setState({ agentId: chosen === '' ? null : chosen })}
          />
        </>
      }
      list={{
        label: 'Work',
        reading: paged.state === 'loading' ? 'Reading the work' : null,
        problem: paged.problem,
        count: rows.length,
        rowHeight: 46,
        active,
        onActive,
        onEnd: paged.more,
        rowKey: (index) => `${rows[index]?.agentId} ${rows[index]?.taskId}`,
        renderRow: (index) => <WorkItem row={rows[index]} />,
        empty: <NoWork filtered={filters.length > 0 || text !== ''} />,
      }}
    />
  );
}

function NoWork({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <Empty icon="filter" title="No task fits the filter" />;
  return (
    <Empty icon="work" title="No work yet">
      Make a contract with <code>mizan contract new</code>, or import a run with <code>mizan import swe-bench DIR</code>
      .
    </Empty>
  );
}

function WorkItem({ row }: { readonly row: WorkRow | undefined }) {
  if (row === undefined) return null;
  return (
    <div className="queue-row">
      <SignMark sign={row.sign} label={workWords[row.outcome].word} />
      <span className="queue-row-title cut" title={row.title}>
        {row.title}
      </span>
      <span className="queue-row-facts">
        <span className="cut">
          {workWords[row.outcome].word} · {row.agentId}
        </span>
        <Time at={row.finishedAt ?? row.issuedAt} />
      </span>
    </div>
  );
}
