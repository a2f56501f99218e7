import type { EventRow, OperationOutput, OperationParsed } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { damagedRow, type EventDescriber, eventRow } from './event-row.ts';

/**
 * A page of events. The cursor is the decimal seq of the last row already seen, so a list without a filter can be
 * entered anywhere. Error: `input-invalid` for any other cursor.
 */
export function listEvents(
  reader: LedgerReader,
  query: OperationParsed<'ledger.events'>,
  describers: readonly EventDescriber[],
): Result<OperationOutput<'ledger.events'>> {
  if (query.cursor !== null && !/^-?\d{1,15}$/.test(query.cursor)) {
    return fail('input-invalid', 'The cursor of this list is the number of an event', 'input.cursor');
  }
  const page = reader.page({
    filter: query.filter,
    after: query.cursor === null ? null : Number(query.cursor),
    limit: query.limit,
    direction: query.direction,
  });
  const rows: EventRow[] = [
    ...page.events.map((event) => eventRow(event, describers, reader)),
    ...page.damaged.map((seq) => damagedRow(seq)),
  ];
  rows.sort((one, other) => (query.direction === 'descending' ? other.seq - one.seq : one.seq - other.seq));
  return ok({ rows, next: page.next === null ? null : `${page.next}`, total: reader.count(query.filter) });
}
