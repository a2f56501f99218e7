import { useRef } from 'react';
import type { EventRow } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { Empty, Failed, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useListCommands } from '../../components/use-list-commands.ts';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import type { EventList } from '../../stores/event-pages.ts';
import { startAudit, useJobs } from '../../stores/jobs.ts';
import { bringToFront } from '../../stores/layout.ts';
import { type EventFields, useLedgerQueue } from '../../stores/ledger-queue.ts';
import { count, counted } from '../../text/words.ts';

interface LedgerQueueProps {
  readonly events: EventList;
  readonly filtered: boolean;
  readonly active: number;
  readonly onSelect: (seq: number) => void;
}

type FieldName = Exclude<keyof EventFields, 'text'>;

const fieldNames: readonly (readonly [name: FieldName, label: string, hint?: string])[] = [
  ['type', 'Type', 'gate.decided, or gate. for all of gates'],
  ['actor', 'Actor'],
  ['subject', 'Subject', 'task:…, gate:…, agent:…'],
  ['since', 'Since (UTC)'],
  ['until', 'Until (UTC)'],
];

/** Every event, newest first, as far back as the first. */
export function LedgerQueue({ events, filtered, active, onSelect }: LedgerQueueProps) {
  const list = useRef<VirtualListHandle>(null);
  const fields = useLedgerQueue();
  const auditing = useJobs((store) => store.auditJobId !== null);
  const onActive = (index: number) => {
    const seq = events.seqAt(index);
    if (seq !== undefined) onSelect(seq);
  };
  const onOpen = () => {
    bringToFront('subject');
    document.getElementById('subject-start')?.focus();
  };
  useListCommands({ count: events.count, active, onActive, onOpen });
  const filters = fieldNames.flatMap(([name]): readonly ActiveFilter[] =>
    fields[name] === ''
      ? []
      : [{ label: `${name}: ${fields[name]}`, onRemove: () => useLedgerQueue.setState({ [name]: '' }) }],
  );
  return (
    <Queue
      title="Ledger"
      summary={events.total === null ? '' : counted(events.total, 'event')}
      search={fields.text}
      onSearch={(text) => useLedgerQueue.setState({ text })}
      searchLabel="Find text or #number"
      active={filters}
      list={list}
      actions={
        <Button icon="shield" disabled={auditing} onClick={() => void startAudit()}>
          Audit
        </Button>
      }
      filters={fieldNames.map(([name, label, hint]) => (
        <Field key={name} label={label} hint={hint}>
          {(id, describedBy) => (
            <input
              id={id}
              aria-describedby={describedBy}
              type={name === 'since' || name === 'until' ? 'datetime-local' : 'text'}
              spellCheck={false}
              value={fields[name]}
              onChange={(event) => useLedgerQueue.setState({ [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    >
      {events.problem !== null ? (
        <Failed problem={events.problem} />
      ) : events.total === null ? (
        <Skeleton label={filtered ? 'Searching the events' : 'Reading the events'} />
      ) : events.count === 0 ? (
        <Empty icon={filtered ? 'filter' : 'ledger'} title={filtered ? 'No event fits the filter' : 'No event yet'} />
      ) : (
        <VirtualList
          handle={list}
          label="Events"
          count={events.count}
          rowHeight={44}
          active={active}
          onActive={onActive}
          onOpen={onOpen}
          onRange={events.look}
          rowKey={(index) => `${index}`}
          renderRow={(index) => <EventItem row={events.row(index)} />}
        />
      )}
    </Queue>
  );
}

function EventItem({ row }: { readonly row: EventRow | undefined }) {
  if (row === undefined) {
    return (
      <div className="event-item">
        <span className="faint">Reading…</span>
      </div>
    );
  }
  return (
    <div className="event-item">
      <span className="event-item-summary cut" title={row.summary}>
        {row.summary}
      </span>
      <span className="queue-row-facts">
        <span className="mono">#{count(row.seq)}</span>
        <span className="mono cut">{row.type}</span>
        <Time at={row.at} />
      </span>
    </div>
  );
}
