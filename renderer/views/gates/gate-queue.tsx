import type { GateRow, GateState } from '../../../core/api/index.ts';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { QueueFilters } from '../../components/queue-filters.tsx';
import { QueueHeading } from '../../components/queue-list.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useGateQueue } from '../../stores/gate-queue.ts';
import type { PagedRows } from '../../stores/paged-rows.ts';
import { count } from '../../text/words.ts';
import type { GateItem } from './gate-order.ts';

const states: readonly (readonly [GateState | 'any', string])[] = [
  ['any', 'Any state'],
  ['pending', 'Waiting for a person'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['edited', 'Edited'],
  ['responded', 'Responded'],
  ['expired', 'Expired'],
  ['withdrawn', 'Withdrawn'],
  ['terminated', 'Terminated'],
];

interface GateQueueProps {
  readonly paged: PagedRows<GateRow>;
  readonly items: readonly GateItem[];
  readonly selected: string | null;
  readonly onSelect: (gateId: string) => void;
}

/** The gates, those that wait first. */
export function GateQueue({ paged, items, selected, onSelect }: GateQueueProps) {
  const queue = useGateQueue();
  const waiting = paged.rows.filter((row) => row.state === 'pending').length;
  const active = items.findIndex((item) => item.kind === 'gate' && item.row.gateId === selected);
  const onActive = (index: number) => {
    const item = items[index];
    if (item?.kind === 'gate') onSelect(item.row.gateId);
  };
  const filters: readonly ActiveFilter[] =
    queue.state === 'any'
      ? []
      : [{ label: `state: ${queue.state}`, onRemove: () => useGateQueue.setState({ state: 'any' }) }];
  return (
    <Queue
      title="Gates"
      summary={paged.state === 'ready' ? `${count(waiting)} waiting of ${count(paged.total)}` : ''}
      search={queue.text}
      onSearch={(text) => useGateQueue.setState({ text })}
      searchLabel="Filter gates"
      active={filters}
      filters={
        <QueueFilters
          state={{ value: queue.state, choices: states, onChange: (state) => useGateQueue.setState({ state }) }}
          group={{
            value: queue.group,
            choices: [
              ['state', 'State'],
              ['action', 'Class of action'],
              ['agent', 'Agent'],
              ['none', 'Nothing'],
            ],
            onChange: (group) => useGateQueue.setState({ group }),
          }}
          sort={{
            value: queue.sort,
            choices: [
              ['newest', 'Newest first'],
              ['oldest', 'Oldest first'],
              ['expiry', 'Expires soonest'],
            ],
            onChange: (sort) => useGateQueue.setState({ sort }),
          }}
        />
      }
      list={{
        label: 'Gates',
        reading: paged.state === 'loading' ? 'Reading the gates' : null,
        problem: paged.problem,
        count: items.length,
        rowHeight: 66,
        active,
        isHeading: (index) => items[index]?.kind === 'heading',
        onActive,
        rowKey: (index) => items[index]?.key ?? `${index}`,
        renderRow: (index) => <GateItemRow item={items[index]} />,
        empty: <NoGates filtered={queue.text !== '' || queue.state !== 'any'} />,
      }}
    />
  );
}

function NoGates({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <Empty icon="filter" title="No gate fits the filter" />;
  return (
    <Empty icon="gates" title="No gate yet">
      A gate appears when a contract, a policy or an agent’s record asks for a person.
    </Empty>
  );
}

function GateItemRow({ item }: { readonly item: GateItem | undefined }) {
  if (item === undefined) return null;
  if (item.kind === 'heading') return <QueueHeading heading={item} />;
  const { row } = item;
  return (
    <div className="queue-row">
      <SignMark sign={row.sign} label={row.state} />
      <span className="queue-row-title queue-row-title-two">{row.title}</span>
      <span className="queue-row-facts">
        <span className="cut">
          {row.state === 'pending' ? row.requiredRole : row.state} · {row.action}
        </span>
        <Time at={row.decidedAt ?? row.requestedAt} />
      </span>
    </div>
  );
}
