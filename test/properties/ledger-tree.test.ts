/** Laws of the tree and its proofs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  consistencyPath,
  inclusionPath,
  type NodeSource,
  verifyConsistency,
  verifyInclusion,
} from '../../core/ledger/merkle-proof.ts';
import {
  appendLeaf,
  emptyFrontier,
  emptyRoot,
  leafHash,
  nodeCount,
  nodePosition,
  parentHash,
  rootOfFrontier,
  type TreeHash,
} from '../../core/ledger/merkle-tree.ts';

const runs = { numRuns: process.env.MIZAN_LONG === '1' ? 2000 : 150 };

/** MTH of RFC 9162 §2.1.1, word for word: split at the largest power of two below the size. */
function treeHead(leaves: readonly TreeHash[]): TreeHash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return parentHash(treeHead(leaves.slice(0, split)), treeHead(leaves.slice(split)));
}

function grow(size: number): { readonly leaves: TreeHash[]; readonly nodes: NodeSource; readonly root: TreeHash } {
  const leaves = Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));
  const stored: TreeHash[] = [];
  let frontier = emptyFrontier;
  for (const leaf of leaves) {
    expect(stored.length).toBe(nodeCount(frontier.size));
    const appended = appendLeaf(frontier, leaf);
    stored.push(...appended.completed);
    frontier = appended.frontier;
  }
  const nodes: NodeSource = (subtree) => stored[nodePosition(subtree)] as TreeHash;
  return { leaves, nodes, root: rootOfFrontier(frontier.hashes) };
}

const size = fc.integer({ min: 1, max: 300 });
const sizeAndIndex = size.chain((treeSize) => fc.tuple(fc.constant(treeSize), fc.nat({ max: treeSize - 1 })));

test('the root of a tree grown leaf by leaf is the recursive definition', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), (treeSize) => {
      const { leaves, root } = grow(treeSize);
      expect(root).toEqual(treeHead(leaves));
    }),
    runs,
  );
});

test('every leaf has an inclusion proof of logarithmic length, and only its own', () => {
  fc.assert(
    fc.property(sizeAndIndex, fc.nat(), ([treeSize, index], other) => {
      const { leaves, nodes, root } = grow(treeSize);
      const leaf = leaves[index] as TreeHash;
      const path = inclusionPath(index, treeSize, nodes);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(treeSize)));
      expect(verifyInclusion(index, treeSize, leaf, path, root)).toBe(true);
      const wrong = other % treeSize;
      if (wrong !== index) {
        expect(verifyInclusion(wrong, treeSize, leaf, path, root)).toBe(false);
        expect(verifyInclusion(index, treeSize, leaves[wrong] as TreeHash, path, root)).toBe(false);
      }
      expect(verifyInclusion(index, treeSize, leaf, [...path, leaf], root)).toBe(false);
      if (path.length > 0) expect(verifyInclusion(index, treeSize, leaf, path.slice(1), root)).toBe(false);
    }),
    runs,
  );
});

test('a tree is consistent with each of its beginnings, and with no other tree', () => {
  fc.assert(
    fc.property(sizeAndIndex, fc.nat({ max: 31 }), ([second, index], bit) => {
      const first = index + 1;
      const { leaves, nodes, root } = grow(second);
      const firstRoot = treeHead(leaves.slice(0, first));
      const path = consistencyPath(first, second, nodes);
      expect(verifyConsistency(first, second, firstRoot, root, path)).toBe(true);
      const flipped = Uint8Array.from(firstRoot, (byte, at) => (at === bit ? byte ^ 1 : byte));
      expect(verifyConsistency(first, second, flipped, root, path)).toBe(false);
      expect(verifyConsistency(first, second, firstRoot, flipped, path)).toBe(false);
      expect(verifyConsistency(first, second, firstRoot, root, [...path, root])).toBe(false);
    }),
    runs,
  );
});
