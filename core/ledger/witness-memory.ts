/** What a witness has signed, in a file of its own: losing it would let a rewritten ledger pass as a new one. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import type { WitnessedTree } from './witness.ts';

const content = z.record(
  z.string(),
  z.strictObject({ tree_size: z.number().int().positive(), root: z.string().regex(/^[0-9a-f]{64}$/) }),
);

export interface WitnessMemory {
  /** The largest tree of this log that was signed, or null. */
  recall(origin: string): WitnessedTree | null;
  /** Durable when it returns: call it before a cosignature is given away. */
  remember(origin: string, tree: WitnessedTree): void;
}

/** Reads the file; none yet is an empty memory. Error: `witness-memory-damaged`, because guessing would be unsafe. */
export function openWitnessMemory(path: string): Result<WitnessMemory> {
  let known: z.infer<typeof content> = {};
  if (existsSync(path)) {
    try {
      known = content.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return fail(
        'witness-memory-damaged',
        'The record of what was cosigned cannot be read; restore it from a copy',
        path,
      );
    }
  }
  return ok({
    recall(origin) {
      const tree = Object.hasOwn(known, origin) ? known[origin] : undefined;
      return tree === undefined ? null : { treeSize: tree.tree_size, root: Buffer.from(tree.root, 'hex') };
    },
    remember(origin, { treeSize, root }) {
      known = { ...known, [origin]: { tree_size: treeSize, root: Buffer.from(root).toString('hex') } };
      replaceFile(path, `${JSON.stringify(known, null, 2)}\n`);
    },
  });
}

/** The old content or the new one, never a part. */
function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  if (process.platform === 'win32') return; // Windows cannot sync a folder
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
