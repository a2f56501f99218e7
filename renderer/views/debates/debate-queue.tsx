import type { DebateRow, DebateStatus } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { QueueFilters } from '../../components/queue-filters.tsx';
import { QueueHeading } from '../../components/queue-list.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useDebatesView } from '../../stores/debates-view.ts';
import { openOverlay } from '../../stores/overlay.ts';
import type { PagedRows } from '../../stores/paged-rows.ts';
import { debateWord, statusNames } from '../../text/debate-words.ts';
import { count, counted } from '../../text/words.ts';
import type { DebateItem } from './debate-order.ts';
import { NoDebates } from './no-debates.tsx';

const statuses: readonly (readonly [DebateStatus | 'any', string])[] = [
  ['any', 'Any state'],
  ['parked', 'Waits for a person'],
  ['running', 'Running'],
  ['stopped', 'Stopped'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
];

interface DebateQueueProps {
  readonly paged: PagedRows<DebateRow>;
  readonly items: readonly DebateItem[];
  readonly selected: string | null;
  readonly onSelect: (debateId: string) => void;
}

/** The debates, those that wait for a person first. */
export function DebateQueue({ paged, items, selected, onSelect }: DebateQueueProps) {
  const view = useDebatesView();
  const active = items.findIndex((item) => item.kind === 'debate' && item.row.debateId === selected);
  const onActive = (index: number) => {
    const item = items[index];
    if (item?.kind === 'debate') onSelect(item.row.debateId);
  };
  const filters: readonly ActiveFilter[] =
    view.status === 'any'
      ? []
      : [
          {
            label: `state: ${statusNames[view.status]}`,
            onRemove: () => useDebatesView.setState({ status: 'any' }),
          },
        ];
  const filtered = view.text !== '' || view.status !== 'any';
  return (
    <Queue
      title="Debates"
      summary={paged.state === 'ready' ? counted(paged.total, 'debate') : ''}
      search={view.text}
      onSearch={(text) => useDebatesView.setState({ text })}
      searchLabel="Filter debates"
      active={filters}
      actions={
        <Button icon="play" title="Start a debate" onClick={() => openOverlay('start-debate')}>
          Start
        </Button>
      }
      filters={
        <QueueFilters
          state={{ value: view.status, choices: statuses, onChange: (status) => useDebatesView.setState({ status }) }}
          group={{
            value: view.group,
            choices: [
              ['state', 'How it ended'],
              ['agents', 'Who thinks'],
              ['none', 'Nothing'],
            ],
            onChange: (group) => useDebatesView.setState({ group }),
          }}
          sort={{
            value: view.sort,
            choices: [
              ['newest', 'Newest first'],
              ['oldest', 'Oldest first'],
              ['dissent', 'Most dissent'],
              ['rejected', 'Most rejected outputs'],
            ],
            onChange: (sort) => useDebatesView.setState({ sort }),
          }}
        />
      }
      list={{
        label: 'Debates',
        reading: paged.state === 'loading' ? 'Reading the debates' : null,
        problem: paged.problem,
        count: items.length,
        rowHeight: 66,
        active,
        isHeading: (index) => items[index]?.kind === 'heading',
        onActive,
        onEnd: paged.more,
        rowKey: (index) => items[index]?.key ?? `${index}`,
        renderRow: (index) => <DebateItemRow item={items[index]} />,
        empty: filtered ? <Empty icon="filter" title="No debate fits the filter" /> : <NoDebates />,
      }}
    />
  );
}

function DebateItemRow({ item }: { readonly item: DebateItem | undefined }) {
  if (item === undefined) return null;
  if (item.kind === 'heading') return <QueueHeading heading={item} />;
  const { row } = item;
  const notes = [
    debateWord(row),
    `round ${row.round}`,
    ...(row.dissent > 0 ? [`${count(row.dissent)} dissent`] : []),
    ...(row.rejected > 0 ? [`${count(row.rejected)} rejected`] : []),
  ];
  return (
    <div className="queue-row">
      <SignMark sign={row.sign} label={debateWord(row)} />
      <span className="queue-row-title queue-row-title-two">{row.title}</span>
      <span className="queue-row-facts">
        <span className="cut">{notes.join(' · ')}</span>
        <Time at={row.changedAt} />
      </span>
    </div>
  );
}
