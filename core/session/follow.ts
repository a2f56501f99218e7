import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import type { Ticker } from '../world/index.ts';

/** How often the file is looked at for events of other processes. */
const intervalMilliseconds = 500;
/** Events of one look that are handed on one by one; a bigger import is only counted. */
const detailLimit = 500;

export interface LedgerNews {
  /** Number of events in the ledger now. */
  readonly size: number;
  /** The new events, oldest first; the newest 500 when there are more. */
  readonly events: readonly LedgerEvent[];
}

export interface LedgerFollower {
  /** Looks now: after an append of our own, so that nobody waits for the next tick. */
  look(): void;
  stop(): void;
}

/** Tells what was appended to a ledger since the last look, whoever appended it. Nothing is told twice. */
export function followLedger(reader: LedgerReader, ticker: Ticker, tell: (news: LedgerNews) => void): LedgerFollower {
  let seen = reader.size();
  const look = (): void => {
    const size = reader.size();
    if (size === seen) return;
    const from = Math.max(seen, size - detailLimit);
    seen = size;
    const { events } = reader.page({ after: from - 1, limit: detailLimit, direction: 'ascending' });
    tell({ size, events: events.filter((event) => event.seq < size) });
  };
  const stop = ticker.every(intervalMilliseconds, look);
  return { look, stop };
}
