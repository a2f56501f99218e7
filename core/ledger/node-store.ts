/** The stored nodes of the tree: appended with the events, read for roots and proofs. */
import { z } from 'zod';
import type { NodeSource } from './merkle-proof.ts';
import { type Frontier, frontierSubtrees, nodePosition, rootOfFrontier, type TreeHash } from './merkle-tree.ts';
import { MissingNode } from './missing-node.ts';
import type { Connection } from './sqlite.ts';
import type { StatementCache } from './statement-cache.ts';

const nodeHash = z.instanceof(Uint8Array);

/** Reads complete subtrees. A missing one is damage to the file: it throws `MissingNode`. */
export function storedNodes(connection: Connection): NodeSource {
  const statement = connection.prepare('SELECT hash FROM node WHERE position = ?').pluck();
  return (subtree) => {
    const found = nodeHash.safeParse(statement.get(nodePosition(subtree)));
    if (!found.success) throw new MissingNode(nodePosition(subtree));
    return found.data;
  };
}

const insertNode = 'INSERT INTO node (position, hash) VALUES (?, ?)';
const batchSize = 16;
const insertBatch = insertNode + ', (?, ?)'.repeat(batchSize - 1);

/** Appends complete subtrees from this position on; many at a time, which is twice as fast. */
export function storeNodes(statements: StatementCache, first: number, hashes: readonly TreeHash[]): void {
  let at = 0;
  for (; at + batchSize <= hashes.length; at += batchSize) {
    const batch = hashes.slice(at, at + batchSize);
    statements.get(insertBatch).run(...batch.flatMap((hash, offset) => [first + at + offset, hash]));
  }
  for (; at < hashes.length; at += 1) statements.get(insertNode).run(first + at, hashes[at]);
}

/**
 * The right edge of the tree of the first `size` events: what the next append builds on. Throws `MissingNode` on
 * damage.
 */
export function loadFrontier(nodes: NodeSource, size: number): Frontier {
  return { size, hashes: frontierSubtrees(size).map(nodes) };
}

/** The root of the tree of the first `size` events (RFC 6962 §2.1). Throws `MissingNode` on damage. */
export function rootOf(nodes: NodeSource, size: number): TreeHash {
  return rootOfFrontier(loadFrontier(nodes, size).hashes);
}

/** Lower-case hexadecimal, two digits a byte: how hashes are written in results and on screen. */
export function hex(bytes: TreeHash): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
