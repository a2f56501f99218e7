import type { EventFilter, LedgerEvent, LedgerReader } from '../ledger/index.ts';

/** Every event that fits the filter, oldest first, read page by page. */
export function* eventsWhere(reader: LedgerReader, filter: EventFilter): Generator<LedgerEvent> {
  let after: number | null = null;
  do {
    const page = reader.page({ filter, after, limit: 500, direction: 'ascending' });
    yield* page.events;
    after = page.next;
  } while (after !== null);
}
