/** Computes the tree again from the stored bytes, in blocks, and compares it with the stored nodes. */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { nodeCount } from './merkle-tree.ts';
import type { Connection } from './sqlite.ts';

/** Events of one block at most, and bytes after which a block ends. */
const blockEvents = 512;
const blockBytes = 1024 * 1024;

// One row per block instead of one per event: several times faster than reading events one by one. The separator is
// the leaf prefix 0x00 of RFC 9162, so each leaf stands whole in the block.
const lengthsSql = `SELECT count(*) AS count, group_concat(length(canonical)) AS lengths
  FROM (SELECT canonical FROM event WHERE seq >= ? AND seq < ? ORDER BY seq)`;
const leavesSql = `SELECT CAST(x'00' || group_concat(canonical, x'00') AS BLOB)
  FROM (SELECT canonical FROM event WHERE seq >= ? AND seq < ? ORDER BY seq)`;
const nodesSql = `SELECT CAST(group_concat(hash, '') AS BLOB)
  FROM (SELECT hash FROM node WHERE position >= ? AND position < ? ORDER BY position)`;

const lengthsRow = z.object({ count: z.number(), lengths: z.string().nullable() });
const blob = z.instanceof(Buffer).nullable();

/** A run of events whose leaves stand one after the other in `leaves`. */
export interface Block {
  readonly from: number;
  /** After the last event. */
  readonly to: number;
  readonly leaves: Buffer;
  /** Where each leaf ends in `leaves`. */
  readonly ends: readonly number[];
}

export class TreeAudit {
  readonly #lengths: Database.Statement;
  readonly #leaves: Database.Statement;
  readonly #nodes: Database.Statement;
  readonly #parentInput = Buffer.alloc(65, 1);
  /** Complete subtrees of what was read, largest first, as Latin-1 text: the form Node's hash makes fastest. */
  readonly #frontier: string[] = [];
  #size = 0;

  constructor(connection: Connection) {
    this.#lengths = connection.prepare(lengthsSql);
    this.#leaves = connection.prepare(leavesSql).pluck();
    this.#nodes = connection.prepare(nodesSql).pluck();
  }

  get size(): number {
    return this.#size;
  }

  /** Hex root of the events read so far (at least one). */
  root(): string {
    let root = this.#frontier.at(-1) ?? '';
    for (let at = this.#frontier.length - 2; at >= 0; at -= 1) root = this.#parent(this.#frontier[at] ?? '', root);
    return Buffer.from(root, 'latin1').toString('hex');
  }

  /** The next events up to `limit`, or null when one is missing. */
  read(limit: number): Block | null {
    const from = this.#size;
    const wanted = Math.min(limit, from + blockEvents);
    const { count, lengths } = lengthsRow.parse(this.#lengths.get(from, wanted));
    if (count !== wanted - from || lengths === null) return null;
    const ends: number[] = [];
    let end = 0;
    for (const length of lengths.split(',')) {
      end += 1 + Number(length);
      ends.push(end);
      if (end >= blockBytes) break;
    }
    const to = from + ends.length;
    const leaves = blob.parse(this.#leaves.get(from, to));
    return leaves === null || leaves.length !== end ? null : { from, to, leaves, ends };
  }

  /** Adds the block to the tree. False when a stored node is not the computed one. */
  add(block: Block): boolean {
    const first = nodeCount(block.from);
    const computed = Buffer.allocUnsafe(32 * (nodeCount(block.to) - first));
    let written = 0;
    let start = 0;
    for (const end of block.ends) {
      let node: string = hash('sha256', block.leaves.subarray(start, end), 'binary');
      start = end;
      written += computed.write(node, written, 'latin1');
      for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
        node = this.#parent(this.#frontier.pop() ?? '', node);
        written += computed.write(node, written, 'latin1');
      }
      this.#frontier.push(node);
      this.#size += 1;
    }
    const stored = blob.parse(this.#nodes.get(first, nodeCount(block.to)));
    return stored !== null && computed.equals(stored);
  }

  #parent(left: string, right: string): string {
    this.#parentInput.write(left, 1, 'latin1');
    this.#parentInput.write(right, 33, 'latin1');
    return hash('sha256', this.#parentInput, 'binary');
  }
}
