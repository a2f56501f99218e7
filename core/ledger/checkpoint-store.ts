/** Checkpoints and cosignatures in the file. */
import { z } from 'zod';
import { checkpointText, parseCheckpoint, type TreeHead } from './checkpoint.ts';
import { hex } from './node-store.ts';
import type { StoredCheckpoint } from './port.ts';
import type { StatementCache } from './statement-cache.ts';

const row = z.object({ number: z.number(), tree_size: z.number(), at: z.string(), note: z.string() });
const lines = z.object({ line: z.string() });
const columns = 'SELECT number, tree_size, at, note FROM checkpoint';

/** The checkpoint that was signed last, with its cosignatures in the note, or null. */
export function latestCheckpoint(statements: StatementCache): StoredCheckpoint | null {
  return withCosignatures(statements, statements.select(`${columns} ORDER BY number DESC LIMIT 1`, [], row));
}

/** The smallest signed tree that holds event `seq`, or null while no checkpoint covers it. */
export function checkpointCovering(statements: StatementCache, seq: number): StoredCheckpoint | null {
  const sql = `${columns} WHERE tree_size > ? ORDER BY tree_size, number LIMIT 1`;
  return withCosignatures(statements, statements.select(sql, [seq], row));
}

/** The newest checkpoint of exactly this tree. */
export function checkpointOf(statements: StatementCache, head: TreeHead): StoredCheckpoint | null {
  const text = `${checkpointText(head)}\n`;
  const sql = `${columns} WHERE tree_size = ? AND substr(note, 1, ?) = ? ORDER BY number DESC LIMIT 1`;
  return withCosignatures(statements, statements.select(sql, [head.treeSize, text.length, text], row));
}

function withCosignatures(
  statements: StatementCache,
  [found]: readonly z.infer<typeof row>[],
): StoredCheckpoint | null {
  if (found === undefined) return null;
  const sql = 'SELECT line FROM cosignature WHERE checkpoint = ? ORDER BY line';
  const cosignatures = statements.select(sql, [found.number], lines).map(({ line }) => `${line}\n`);
  const parsed = parseCheckpoint(found.note);
  return {
    number: found.number,
    treeSize: found.tree_size,
    root: parsed.ok ? hex(parsed.value.head.root) : '',
    at: found.at,
    note: found.note + cosignatures.join(''),
    cosignatures: cosignatures.length,
  };
}

/** Writes a signed note down; `treeSize` is in events, `at` is ISO 8601. The caller holds the transaction. */
export function storeCheckpoint(
  statements: StatementCache,
  checkpoint: { readonly treeSize: number; readonly at: string; readonly note: string },
): void {
  statements
    .get('INSERT INTO checkpoint (tree_size, at, note) VALUES (?, ?, ?)')
    .run(checkpoint.treeSize, checkpoint.at, checkpoint.note);
}

/**
 * Keeps a witness's signature line under the checkpoint of this number; a line that is there already changes nothing.
 */
export function storeCosignature(statements: StatementCache, checkpoint: number, line: string): void {
  statements
    .get('INSERT INTO cosignature (checkpoint, line) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(checkpoint, line);
}
