/** What each complete block of events holds, so that a search need not read them all. Derived, like a view. */
import { z } from 'zod';
import { blockSize } from './event-blocks.ts';
import type { BlockProjection, EventBlock, ProjectionTables } from './port.ts';
import type { Connection } from './sqlite.ts';

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
function indexBlock({ number: block, events }: EventBlock, target: ProjectionTables): void {
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

/** The index as a projection of blocks; none when the file has no index. */
export function indexProjections(connection: Connection): readonly BlockProjection[] {
  if (!hasEventIndex(connection)) return [];
  return [{ name: 'event-index', tables, applyBlock: indexBlock }];
}
