import { useRef } from 'react';
import type { DebateRow, DebateStatus } from '../../../core/api/index.ts';
import { Choice } from '../../components/field.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { SignMark } from '../../components/sign.tsx';
import { Empty, Failed, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useListCommands } from '../../components/use-list-commands.ts';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import { useDebatesView } from '../../stores/debates-view.ts';
import { bringToFront } from '../../stores/layout.ts';
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
  const list = useRef<VirtualListHandle>(null);
  const view = useDebatesView();
  const active = items.findIndex((item) => item.kind === 'debate' && item.row.debateId === selected);
  const isHeading = (index: number) => items[index]?.kind === 'heading';
  const onActive = (index: number) => {
    const item = items[index];
    if (item?.kind === 'debate') onSelect(item.row.debateId);
  };
  const onOpen = () => {
    bringToFront('subject');
    document.getElementById('subject-start')?.focus();
  };
  useListCommands({ count: items.length, active, onActive, onOpen, isHeading });
  const filters: readonly ActiveFilter[] =
    view.status === 'any'
      ? []
      : [
          {
            label: `state: ${statusNames[view.status]}`,
            onRemove: () => useDebatesView.setState({ status: 'any' }),
          },
        ];
  return (
    <Queue
      title="Debates"
      summary={paged.state === 'ready' ? counted(paged.total, 'debate') : ''}
      search={view.text}
      onSearch={(text) => useDebatesView.setState({ text })}
      searchLabel="Filter debates"
      active={filters}
      list={list}
      filters={
        <>
          <Choice
            label="State"
            value={view.status}
            choices={statuses}
            onChange={(status) => useDebatesView.setState({ status })}
          />
          <Choice
            label="Group by"
            value={view.group}
            choices={[
              ['state', 'How it ended'],
              ['agents', 'Who thinks'],
              ['none', 'Nothing'],
            ]}
            onChange={(group) => useDebatesView.setState({ group })}
          />
          <Choice
            label="Sort"
            value={view.sort}
            choices={[
              ['newest', 'Newest first'],
              ['oldest', 'Oldest first'],
              ['dissent', 'Most dissent'],
              ['rejected', 'Most rejected outputs'],
            ]}
            onChange={(sort) => useDebatesView.setState({ sort })}
          />
        </>
      }
    >
      {paged.state === 'failed' && paged.problem !== null ? (
        <Failed problem={paged.problem} />
      ) : items.length > 0 ? (
        <VirtualList
          handle={list}
          label="Debates"
          count={items.length}
          rowHeight={66}
          isHeading={isHeading}
          active={active}
          onActive={onActive}
          onOpen={onOpen}
          rowKey={(index) => items[index]?.key ?? `${index}`}
          onRange={(_first, last) => {
            if (last >= items.length - 40) paged.more();
          }}
          renderRow={(index) => <DebateItemRow item={items[index]} />}
        />
      ) : paged.state === 'loading' ? (
        <Skeleton label="Reading the debates" />
      ) : view.text !== '' || view.status !== 'any' ? (
        <Empty icon="filter" title="No debate fits the filter" />
      ) : (
        <NoDebates />
      )}
    </Queue>
  );
}

function DebateItemRow({ item }: { readonly item: DebateItem | undefined }) {
  if (item === undefined) return null;
  if (item.kind === 'heading') {
    return (
      <span>
        {item.title} <span className="faint">{count(item.count)}</span>
      </span>
    );
  }
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
