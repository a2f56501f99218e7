/** The Merkle tree of RFC 9162 section 2.1, over complete subtrees that are stored once and never change. */
import { hash } from 'node:crypto';

/** 32 bytes of SHA-256. */
export type TreeHash = Uint8Array;

const leafPrefix = Uint8Array.of(0);

/** SHA-256. Node makes text several times faster than it makes a buffer, hence the way round. */
function sha256(bytes: Uint8Array): TreeHash {
  return Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');
}

/** MTH({d}) = SHA-256(0x00 ‖ d), RFC 9162 §2.1.1. */
export function leafHash(bytes: Uint8Array): TreeHash {
  return sha256(Buffer.concat([leafPrefix, bytes]));
}

/** SHA-256(0x01 ‖ left ‖ right), RFC 9162 §2.1.1. */
export function parentHash(left: TreeHash, right: TreeHash): TreeHash {
  const input = Buffer.allocUnsafe(1 + left.length + right.length);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + left.length);
  return sha256(input);
}

/** MTH({}) = SHA-256(""), the root of the tree without leaves. */
export const emptyRoot: TreeHash = sha256(new Uint8Array());

/** A complete subtree: `index` counts the subtrees of its level from the left; it covers 2^level leaves. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

function countOnes(value: number): number {
  let ones = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}

/** Number of stored nodes of a tree of `size` leaves: 2·size − (ones in size). */
export function nodeCount(size: number): number {
  return 2 * size - countOnes(size);
}

/** Where a complete subtree stands in the order of completion. */
export function nodePosition({ level, index }: Subtree): number {
  const lastLeaf = (index + 1) * 2 ** level - 1;
  return nodeCount(lastLeaf) + level;
}

/** The complete subtrees that cover leaves 0..size−1, largest first. */
export function frontierSubtrees(size: number): readonly Subtree[] {
  const subtrees: Subtree[] = [];
  let start = 0;
  for (let level = Math.floor(Math.log2(Math.max(size, 1))); level >= 0; level -= 1) {
    const width = 2 ** level;
    if (Math.floor(size / width) % 2 === 1) {
      subtrees.push({ level, index: start / width });
      start += width;
    }
  }
  return subtrees;
}

/** Root of the tree whose frontier hashes these are, largest subtree first. */
export function rootOfFrontier(hashes: readonly TreeHash[]): TreeHash {
  let root: TreeHash | undefined;
  for (let at = hashes.length - 1; at >= 0; at -= 1) {
    const left = hashes[at] as TreeHash;
    root = root === undefined ? left : parentHash(left, root);
  }
  return root ?? emptyRoot;
}

/** The right edge of a tree: all that is needed to append. A value; appending gives a new one. */
export interface Frontier {
  readonly size: number;
  /** Hashes of `frontierSubtrees(size)`. */
  readonly hashes: readonly TreeHash[];
}

export const emptyFrontier: Frontier = { size: 0, hashes: [] };

/** Appends a leaf. `completed` are the nodes that become complete, in the order of their positions. */
export function appendLeaf(
  frontier: Frontier,
  leaf: TreeHash,
): { readonly frontier: Frontier; readonly completed: readonly TreeHash[] } {
  const hashes = [...frontier.hashes];
  const completed = [leaf];
  let node = leaf;
  for (let rest = frontier.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    node = parentHash(hashes.pop() as TreeHash, node);
    completed.push(node);
  }
  hashes.push(node);
  return { frontier: { size: frontier.size + 1, hashes }, completed };
}
