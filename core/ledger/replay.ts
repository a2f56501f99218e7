/** Applies the whole history to projections: the same tables, byte for byte, whenever it is done. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { ok, type Result } from '../problem/index.ts';
import type { AuditProgress } from './audit-report.ts';
import { decodeEvent } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import { blockSize } from './event-blocks.ts';
import type { Projection } from './port.ts';
import { Projector } from './projector.ts';
import type { Connection } from './sqlite.ts';
import { StatementCache } from './statement-cache.ts';

const rows = z.array(z.object({ seq: z.number(), canonical: z.instanceof(Uint8Array) }));
const batchSize = 200;

/** Empties the tables of these projections in `target` and applies every event of `source`. Error: `event-damaged`. */
export function* replay(
  source: Connection,
  target: Connection,
  projections: readonly Projection[],
): Generator<AuditProgress, Result<null>, void> {
  if (projections.length === 0) return ok(null);
  for (const { tables } of projections) {
    for (const table of [...tables].reverse()) target.exec(`DELETE FROM "${table}"`);
  }
  const projector = new Projector(projections, new StatementCache(target));
  const total = z.number().parse(source.prepare('SELECT coalesce(max(seq), -1) + 1 FROM event').pluck().get());
  let block: LedgerEvent[] = [];
  const batch = source.prepare('SELECT seq, canonical FROM event WHERE seq >= ? ORDER BY seq LIMIT ?');
  for (let from = 0; from < total; ) {
    const read = rows.parse(batch.all(from, batchSize));
    for (const { seq, canonical } of read) {
      const event = decodeEvent(canonical, seq);
      if (!event.ok) return event;
      projector.apply(event.value);
      block.push(event.value);
      if ((seq + 1) % blockSize !== 0) continue;
      projector.applyBlock({ number: Math.floor(seq / blockSize), events: block });
      block = [];
    }
    from += read.length === 0 ? batchSize : read.length;
    yield { done: Math.min(from, total), total };
  }
  return ok(null);
}

const columns = z.array(z.object({ name: z.string() }));

/** SHA-256 over every cell of each table with its type, rows in the order of their cells. */
export function tableDigests(connection: Connection, projections: readonly Projection[]): ReadonlyMap<string, string> {
  const tables = projections.flatMap((projection) => projection.tables);
  return new Map(tables.map((table) => [table, tableDigest(connection, table)]));
}

function tableDigest(connection: Connection, table: string): string {
  const cells = columns
    .parse(connection.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(table))
    .map(({ name }) => `quote("${name}")`)
    .join(` || ',' || `);
  let digest = '';
  // Each row is hashed with the digest so far: any number of rows, little memory.
  for (const row of connection.prepare(`SELECT ${cells} AS cells FROM "${table}" ORDER BY cells`).pluck().iterate()) {
    digest = hash('sha256', `${digest}\n${z.string().parse(row)}`);
  }
  return digest;
}
