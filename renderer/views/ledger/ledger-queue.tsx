import type { EventRow } from '../../../core/api/index.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { type ActiveFilter, Queue } from '../../components/queue.tsx';
import { Empty } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import type { EventList } from '../../stores/event-pages.ts';
import { startAudit, useJobs } from '../../stores/jobs.ts';
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
  const fields = useLedgerQueue();
  const auditing = useJobs((store) => store.auditJobId !== null);
  const onActive = (index: number) => {
    const seq = events.seqAt(index);
    if (seq !== undefined) onSelect(seq);
  };
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
      list={{
        label: 'Events',
        reading: events.total !== null ? null : filtered ? 'Searching the events' : 'Reading the events',
        problem: events.problem,
        count: events.total === null ? 0 : events.count,
        rowHeight: 44,
        active,
        onActive,
        onRange: events.look,
        rowKey: (index) => `${index}`,
        renderRow: (index) => <EventItem row={events.row(index)} />,
        empty: (
          <Empty icon={filtered ? 'filter' : 'ledger'} title={filtered ? 'No event fits the filter' : 'No event yet'} />
        ),
      }}
    />
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
