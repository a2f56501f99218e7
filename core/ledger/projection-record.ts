/** Which projections a file has, so that no program appends events past a view it does not know. */
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import { decodeEvent } from './encoding.ts';
import type { Projection } from './port.ts';
import { Projector } from './projector.ts';
import type { Connection } from './sqlite.ts';
import { StatementCache } from './statement-cache.ts';

const names = z.array(z.string());

/**
 * Replays the history for projections that are new to the file, and for all after a migration. Call inside a
 * transaction. Errors: `ledger-projection-unknown`, `event-damaged`.
 */
export function bringProjectionsUp(
  connection: Connection,
  path: string,
  projections: readonly Projection[],
  migrated: boolean,
): Result<null> {
  const recorded = names.parse(connection.prepare('SELECT name FROM projection ORDER BY name').pluck().all());
  const unknown = recorded.filter((name) => !projections.some((projection) => projection.name === name));
  if (unknown.length > 0) {
    return fail(
      'ledger-projection-unknown',
      `This ledger keeps views that this program does not: ${unknown.join(', ')}; open it with the program that made it`,
      path,
    );
  }
  const added = projections.filter(({ name }) => !recorded.includes(name));
  const replayed = replayEvents(connection, migrated ? projections : added);
  if (!replayed.ok) return replayed;
  for (const { name } of added) connection.prepare('INSERT INTO projection (name) VALUES (?)').run(name);
  return ok(null);
}

const row = z.object({ seq: z.number(), canonical: z.instanceof(Uint8Array) });
const batchSize = 1000;

/** Empties the tables of these projections and applies every event to them. Errors: `event-damaged`. */
export function replayEvents(connection: Connection, projections: readonly Projection[]): Result<null> {
  if (projections.length === 0) return ok(null);
  for (const { tables } of projections) {
    for (const table of [...tables].reverse()) connection.exec(`DELETE FROM "${table}"`);
  }
  const projector = new Projector(projections, new StatementCache(connection));
  const batch = connection.prepare('SELECT seq, canonical FROM event WHERE seq >= ? ORDER BY seq LIMIT ?');
  let from = 0;
  for (;;) {
    const rows = z.array(row).parse(batch.all(from, batchSize));
    for (const { seq, canonical } of rows) {
      const event = decodeEvent(canonical, seq);
      if (!event.ok) return event;
      projector.apply(event.value);
      from = seq + 1;
    }
    if (rows.length < batchSize) return ok(null);
  }
}
