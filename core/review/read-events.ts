import type { EventFilter, LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

/**
 * Every event that fits the filter, oldest first. Error: `event-damaged`; nothing is decided on a history with a hole.
 */
export function readEvents(reader: LedgerReader, filter: EventFilter): Result<readonly LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  let after: number | null = null;
  do {
    const page = reader.page({ filter, after, limit: 500, direction: 'ascending' });
    const [damaged] = page.damaged;
    if (damaged !== undefined) {
      return fail('event-damaged', `Event ${damaged} was altered; run \`mizan ledger verify\``, `${damaged}`);
    }
    events.push(...page.events);
    after = page.next;
  } while (after !== null);
  return ok(events);
}
