/** What each complete block of events holds, so that a search need not read them all. Derived, like a view. */
import { z } from 'zod';
import { decodeEvent } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import type { Projection, ProjectionTables } from './port.ts';
import type { Connection } from './sqlite.ts';
import type { StatementCache } from './statement-cache.ts';

/** Events of a block. Smaller blocks make more rows, larger ones make rare terms slower to find. */
export const blockSize = 64;

export type TermKind = 'actor' | 'subject' | 'type';

const tables = ['event_posting', 'event_block'];

/** Whether the file has the index: ledgers of before it have none, and are searched from end to end. */
export function hasEventIndex(connection: Connection): boolean {
  const found = connection.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'event_block'`).pluck().get();
  return found === 1;
}

/** Number of events from the first one on that the index covers. */
export function indexedEvents(connection: Connection): number {
  if (!hasEventIndex(connection)) return 0;
  const blocks = connection.prepare('SELECT coalesce(max(block), -1) + 1 FROM event_block').pluck().get();
  return z.number().parse(blocks) * blockSize;
}

/** Indexes a block. Events that cannot be read are left out: no search finds them, and an audit names them. */
function indexBlock(target: Pick<ProjectionTables, 'run'>, block: number, events: readonly LedgerEvent[]): void {
  const counts = new Map<string, { kind: TermKind; term: string; events: number }>();
  const add = (kind: TermKind, term: string): void => {
    const key = `${kind} ${term}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { kind, term, events: 1 });
    else known.events += 1;
  };
  let [earliest, latest] = [events[0]?.at ?? '', ''];
  for (const { type, actor, subject, at } of events) {
    add('type', type);
    add('actor', actor.id);
    add('subject', subject);
    if (at < earliest) earliest = at;
    if (at > latest) latest = at;
  }
  for (const { kind, term, events: number } of counts.values()) {
    target.run('INSERT INTO event_posting (kind, term, block, events) VALUES (?, ?, ?, ?)', [
      kind,
      term,
      block,
      number,
    ]);
  }
  target.run('INSERT INTO event_block (block, earliest, latest) VALUES (?, ?, ?)', [block, earliest, latest]);
}

const canonicalRow = z.instanceof(Uint8Array).optional();

/** The events of the block that is not complete yet, as far as this process appended them itself. */
export type OpenBlock = readonly LedgerEvent[];

/**
 * Indexes the blocks that these newly appended events complete, and gives the block that is open then. Call inside
 * their transaction. What `open` lacks, because another process appended it, is read.
 */
export function indexAppended(statements: StatementCache, open: OpenBlock, events: readonly LedgerEvent[]): OpenBlock {
  const first = events[0]?.seq ?? 0;
  const size = first + events.length;
  const target = { run: (sql: string, values: readonly unknown[]) => void statements.get(sql).run(...values) };
  for (let block = Math.floor(first / blockSize); (block + 1) * blockSize <= size; block += 1) {
    const start = block * blockSize;
    const newer = events.slice(Math.max(start - first, 0), start + blockSize - first);
    indexBlock(target, block, [...eventsBetween(statements, open, start, first), ...newer]);
  }
  const start = Math.floor(size / blockSize) * blockSize;
  const last = events.slice(Math.max(start - first, 0));
  const isContinued = first <= start || (open[0]?.seq === start && open.length === first - start);
  if (!isContinued) return [];
  return first <= start ? last : [...open, ...last];
}

/** The events from `start` to `end`−1 that were appended before. */
function eventsBetween(
  statements: StatementCache,
  open: OpenBlock,
  start: number,
  end: number,
): readonly LedgerEvent[] {
  if (start >= end) return [];
  if (open[0]?.seq === start && open.length === end - start) return open;
  const events: LedgerEvent[] = [];
  for (let seq = start; seq < end; seq += 1) {
    const bytes = canonicalRow.parse(statements.pluck('SELECT canonical FROM event WHERE seq = ?').get(seq));
    const event = bytes === undefined ? null : decodeEvent(bytes, seq);
    if (event?.ok) events.push(event.value);
  }
  return events;
}

/** The index as a projection, for replays from the first event on; none when the file has no index. */
export function indexProjections(connection: Connection): readonly Projection[] {
  if (!hasEventIndex(connection)) return [];
  let block: LedgerEvent[] = [];
  const apply = (event: LedgerEvent, target: ProjectionTables): void => {
    block.push(event);
    if (block.length < blockSize) return;
    indexBlock(target, Math.floor(event.seq / blockSize), block);
    block = [];
  };
  return [{ name: 'event-index', tables, apply }];
}
