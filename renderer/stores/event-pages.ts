/** Which pages of the ledger are kept while somebody scrolls through a million events. Pure. */
import type { EventRow, Problem } from '../../core/api/index.ts';

export const pageSize = 200;
/** About 6 MB of rows at most, whatever the length of the ledger. */
const keptPages = 40;

export type EventPages = ReadonlyMap<number, readonly EventRow[]>;

/** A list of events, newest first, of which only the pages around the screen are here. */
export interface EventList {
  /** Rows that can be scrolled to. */
  readonly count: number;
  /** Rows that the ledger holds for the filter; null while unknown. */
  readonly total: number | null;
  readonly problem: Problem | null;
  /** Undefined while the row is on its way. */
  readonly row: (index: number) => EventRow | undefined;
  /** Which event stands at an index, also while its row is on its way; undefined when that is not known. */
  readonly seqAt: (index: number) => number | undefined;
  /** Where an event stands in the list, or -1 when that is not known. */
  readonly indexOf: (seq: number) => number;
  /** These rows are on screen: fetches what is missing of them. */
  readonly look: (first: number, last: number) => void;
}

/** The pages that places `first` to `last` stand on, in either order. */
export function pagesOf(first: number, last: number): readonly number[] {
  const from = Math.floor(Math.max(0, Math.min(first, last)) / pageSize);
  const to = Math.floor(Math.max(0, first, last) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Adds a page as the newest and forgets the pages that were fetched longest ago. */
export function keepPage(pages: EventPages, page: number, rows: readonly EventRow[]): EventPages {
  const next = new Map(pages);
  next.delete(page);
  next.set(page, rows);
  for (const oldest of next.keys()) {
    if (next.size <= keptPages) break;
    next.delete(oldest);
  }
  return next;
}

/** The row at a place, or undefined while its page is not here. */
export function rowAt(pages: EventPages, place: number): EventRow | undefined {
  return pages.get(Math.floor(place / pageSize))?.[place % pageSize];
}
