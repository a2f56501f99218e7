/** Names the first event that does not fit, once a block is known to hold one. Slow and exact. */
import { z } from 'zod';
import { type AuditFinding, finding } from './audit-report.ts';
import { decodeEvent } from './encoding.ts';
import { leafHash, nodePosition, parentHash, type TreeHash } from './merkle-tree.ts';
import type { Connection } from './sqlite.ts';

const bytesOrNone = z.instanceof(Uint8Array).optional();

/** The stored hash of a node; undefined when it is missing. */
type NodeAt = (level: number, index: number) => TreeHash | undefined;

/** The first event of `from`..`to`−1 that is missing or whose leaf or parents are not those stored. */
export function firstBadEvent(connection: Connection, from: number, to: number): AuditFinding | null {
  const canonical = connection.prepare('SELECT CAST(canonical AS BLOB) FROM event WHERE seq = ?').pluck();
  const storedNode = connection.prepare('SELECT CAST(hash AS BLOB) FROM node WHERE position = ?').pluck();
  const node: NodeAt = (level, index) => bytesOrNone.parse(storedNode.get(nodePosition({ level, index })));
  for (let seq = from; seq < to; seq += 1) {
    const bytes = bytesOrNone.parse(canonical.get(seq));
    if (bytes === undefined) return finding(seq, 'event-missing', `Event ${seq} is missing: it was deleted`);
    const leaf = leafHash(bytes);
    const stored = node(0, seq);
    if (stored === undefined) return missingNode(seq);
    if (!equal(leaf, stored)) {
      return parentFits(seq, leaf, node) ? alteredNode(seq) : alteredEvent(seq, bytes);
    }
    const misfit = misfitAbove(seq, node);
    if (misfit !== null) return misfit;
  }
  return null;
}

/** The first node that the event completes and that is missing or not the hash of its children. */
function misfitAbove(seq: number, node: NodeAt): AuditFinding | null {
  for (let level = 1; (seq + 1) % 2 ** level === 0; level += 1) {
    const index = (seq + 1) / 2 ** level - 1;
    const [left, right, parent] = [node(level - 1, 2 * index), node(level - 1, 2 * index + 1), node(level, index)];
    if (left === undefined || right === undefined || parent === undefined) return missingNode(seq);
    if (!equal(parentHash(left, right), parent)) return alteredNode(seq);
  }
  return null;
}

/** The first event of `from`..`to`−1 that is not the one of its place: a tree that was computed again hides no move. */
export function firstMovedEvent(connection: Connection, from: number, to: number): AuditFinding | null {
  const canonical = connection.prepare('SELECT CAST(canonical AS BLOB) FROM event WHERE seq = ?').pluck();
  for (let seq = from; seq < to; seq += 1) {
    const bytes = bytesOrNone.parse(canonical.get(seq));
    if (bytes !== undefined && !decodeEvent(bytes, seq).ok) return alteredEvent(seq, bytes);
  }
  return null;
}

function equal(one: TreeHash, other: TreeHash): boolean {
  return Buffer.compare(one, other) === 0;
}

/** Whether the stored parent was made from this leaf: then not the event but the stored leaf hash was changed. */
function parentFits(
  seq: number,
  leaf: TreeHash,
  node: (level: number, index: number) => TreeHash | undefined,
): boolean {
  const index = Math.floor(seq / 2);
  const sibling = node(0, seq % 2 === 0 ? seq + 1 : seq - 1);
  const lastLeaf = 2 * index + 1;
  const parent = sibling === undefined ? undefined : node(1, index);
  if (sibling === undefined || parent === undefined) return false;
  return equal(seq === lastLeaf ? parentHash(sibling, leaf) : parentHash(leaf, sibling), parent);
}

function missingNode(seq: number): AuditFinding {
  return finding(seq, 'node-missing', `The stored tree has a gap at event ${seq}`);
}

function alteredNode(seq: number): AuditFinding {
  return finding(
    seq,
    'node-altered',
    `A stored node of the tree at event ${seq} was changed; the event itself was not`,
  );
}

/** What is wrong with bytes that are not the event of this place, or not as they were. */
export function alteredEvent(seq: number, bytes: Uint8Array): AuditFinding {
  const event = decodeEvent(bytes, seq);
  if (event.ok) return finding(seq, 'event-altered', `Event ${seq} was changed after it was recorded`);
  const moved = /holds the bytes of event (\d+)/.exec(event.problem.message);
  return moved === null
    ? finding(seq, 'event-altered', `Event ${seq} was changed after it was recorded and can no longer be read`)
    : finding(seq, 'event-moved', `In place of event ${seq} stands event ${moved[1]}: events were moved or inserted`);
}
