import type { EventRow } from '../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';

/**
 * Says in one sentence what happened, or null for an event type that it does not know. The reader is for the names of
 * what the event is about.
 */
export type EventDescriber = (event: LedgerEvent, reader: LedgerReader) => string | null;

/** The row of an event in a list; the first describer that knows its type words the summary. */
export function eventRow(event: LedgerEvent, describers: readonly EventDescriber[], reader: LedgerReader): EventRow {
  const { seq, at, type, actor, subject } = event;
  const summary = summaryOf(event, describers, reader);
  return { seq, at, type, actor: { kind: actor.kind, id: actor.id }, subject, summary };
}

/** The row of an event whose bytes can no longer be read. */
export function damagedRow(seq: number): EventRow {
  return {
    seq,
    at: '',
    type: 'damaged',
    actor: { kind: 'system', id: 'unknown' },
    subject: '',
    summary: `Event ${seq} cannot be read: the file was altered. Audit the ledger`,
  };
}

function summaryOf(event: LedgerEvent, describers: readonly EventDescriber[], reader: LedgerReader): string {
  for (const describer of describers) {
    const summary = describer(event, reader);
    if (summary !== null) return summary;
  }
  return describeLedgerEvent(event) ?? `${event.type} about ${event.subject}`;
}

/** The events of the ledger itself, which knows no room and words nothing. */
function describeLedgerEvent(event: LedgerEvent): string | null {
  switch (event.type) {
    case 'ledger.created':
      return 'The ledger was created';
    case 'ledger.redacted':
      return `A payload of event ${event.data.seq} was removed: ${event.data.reason}`;
    default:
      return null;
  }
}
