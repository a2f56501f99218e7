/** Complete blocks of events: what is derived of many events at once is written when the last of them is appended. */
import { z } from 'zod';
import { decodeEvent } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import type { EventBlock } from './port.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * Events of a block. Smaller blocks make more rows, larger ones leave more of the newest events to be read one by one.
 */
export const blockSize = 64;

/** The events of the block that is not complete yet, as far as this process knows them; maybe not from its start on. */
export type OpenBlock = readonly LedgerEvent[];

/**
 * Gives the blocks that these newly appended events complete to `complete`, and returns the block that is open then.
 * Call inside their transaction. What `open` lacks, because another process appended it, is read.
 */
export function completeBlocks(
  statements: StatementCache,
  open: OpenBlock,
  events: readonly LedgerEvent[],
  complete: (block: EventBlock) => void,
): OpenBlock {
  const first = events[0]?.seq ?? 0;
  const size = first + events.length;
  for (let number = Math.floor(first / blockSize); (number + 1) * blockSize <= size; number += 1) {
    const start = number * blockSize;
    const newer = events.slice(Math.max(start - first, 0), start + blockSize - first);
    const older = isWhole(open, start, first) ? open : eventsBetween(statements, start, first);
    complete({ number, events: [...older, ...newer] });
  }
  const start = startOfOpenBlock(size);
  const last = events.slice(Math.max(start - first, 0));
  if (first <= start) return last;
  return isWhole(open, start, first) ? [...open, ...last] : [];
}

/** The first event of a ledger of `size` events that no complete block holds. */
export function startOfOpenBlock(size: number): number {
  return Math.floor(size / blockSize) * blockSize;
}

function isWhole(open: OpenBlock, start: number, end: number): boolean {
  return open[0]?.seq === start && open.length === end - start;
}

const canonicalRow = z.instanceof(Uint8Array).optional();

/**
 * The events from `start` to `end`−1. Those that cannot be read are left out: no view shows them, an audit names them.
 */
export function eventsBetween(statements: StatementCache, start: number, end: number): readonly LedgerEvent[] {
  const events: LedgerEvent[] = [];
  for (let seq = start; seq < end; seq += 1) {
    const bytes = canonicalRow.parse(statements.pluck('SELECT canonical FROM event WHERE seq = ?').get(seq));
    const event = bytes === undefined ? null : decodeEvent(bytes, seq);
    if (event?.ok) events.push(event.value);
  }
  return events;
}
