/** Inclusion and consistency proofs of RFC 9162 sections 2.1.3 and 2.1.4. */
import { frontierSubtrees, parentHash, rootOfFrontier, type Subtree, type TreeHash } from './merkle-tree.ts';

/** Reads the hash of a complete subtree. */
export type NodeSource = (subtree: Subtree) => TreeHash;

/** Hash of the leaves `start`..`end`−1, where the range is one that the recursive definition of the tree splits off. */
function rangeHash(start: number, end: number, nodes: NodeSource): TreeHash {
  const hashes = frontierSubtrees(end - start).map(({ level, index }) =>
    nodes({ level, index: start / 2 ** level + index }),
  );
  return rootOfFrontier(hashes);
}

/** The largest power of two smaller than `count` (count > 1). */
function splitPoint(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}

/** PATH(leafIndex, D_treeSize), nearest sibling first. Requires 0 ≤ leafIndex < treeSize. */
export function inclusionPath(leafIndex: number, treeSize: number, nodes: NodeSource): readonly TreeHash[] {
  const path: TreeHash[] = [];
  let start = 0;
  let end = treeSize;
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    if (leafIndex < middle) {
      path.push(rangeHash(middle, end, nodes));
      end = middle;
    } else {
      path.push(rangeHash(start, middle, nodes));
      start = middle;
    }
  }
  return path.reverse();
}

/** PROOF(first, D_second). Requires 0 < first ≤ second. */
export function consistencyPath(first: number, second: number, nodes: NodeSource): readonly TreeHash[] {
  const path: TreeHash[] = [];
  let start = 0;
  let end = second;
  while (first < end) {
    const middle = start + splitPoint(end - start);
    if (first <= middle) {
      path.push(rangeHash(middle, end, nodes));
      end = middle;
    } else {
      path.push(rangeHash(start, middle, nodes));
      start = middle;
    }
  }
  // A subtree that is the whole first tree is not sent: the verifier knows its root.
  if (start > 0) path.push(rangeHash(start, end, nodes));
  return path.reverse();
}

function equal(left: TreeHash, right: TreeHash): boolean {
  return Buffer.compare(left, right) === 0;
}

function areHashes(...hashes: readonly TreeHash[]): boolean {
  return hashes.every((hash) => hash.length === 32);
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** The root that the path gives (RFC 9162 §2.1.3.2), or null when the path has the wrong length. */
export function rootFromInclusion(
  leafIndex: number,
  treeSize: number,
  leaf: TreeHash,
  path: readonly TreeHash[],
): TreeHash | null {
  if (!areHashes(leaf, ...path) || !isSize(leafIndex) || !isSize(treeSize) || leafIndex >= treeSize) return null;
  let place: Place = { index: leafIndex, last: treeSize - 1 };
  let node = leaf;
  for (const sibling of path) {
    if (place.last === 0) return null;
    const isRight = standsRight(place);
    node = isRight ? parentHash(sibling, node) : parentHash(node, sibling);
    place = above(isRight ? pastLoneLevels(place) : place);
  }
  return place.last === 0 ? node : null;
}

/** A node and the last node of its level, as the walks of RFC 9162 count them. */
interface Place {
  readonly index: number;
  readonly last: number;
}

function above({ index, last }: Place): Place {
  return { index: Math.floor(index / 2), last: Math.floor(last / 2) };
}

/** Whether its sibling stands on the left: it is a right child, or the last of its level. */
function standsRight({ index, last }: Place): boolean {
  return index % 2 === 1 || index === last;
}

/** Up the levels in which a last node has no sibling. */
function pastLoneLevels(start: Place): Place {
  let place = start;
  while (place.index % 2 === 0 && place.index !== 0) place = above(place);
  return place;
}

/** Whether the leaf stands at `leafIndex` of the tree with this size and root (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  leafIndex: number,
  treeSize: number,
  leaf: TreeHash,
  path: readonly TreeHash[],
  root: TreeHash,
): boolean {
  const computed = rootFromInclusion(leafIndex, treeSize, leaf, path);
  return computed !== null && equal(computed, root);
}

/** The roots of both trees that the path gives from the node where it begins; null when it has the wrong length. */
function rootsFromConsistency(
  first: number,
  second: number,
  start: TreeHash,
  path: readonly TreeHash[],
): { readonly first: TreeHash; readonly second: TreeHash } | null {
  let place: Place = { index: first - 1, last: second - 1 };
  while (place.index % 2 === 1) place = above(place);
  let firstNode = start;
  let secondNode = start;
  for (const sibling of path) {
    if (place.last === 0) return null;
    const isRight = standsRight(place);
    if (isRight) firstNode = parentHash(sibling, firstNode);
    secondNode = isRight ? parentHash(sibling, secondNode) : parentHash(secondNode, sibling);
    place = above(isRight ? pastLoneLevels(place) : place);
  }
  return place.last === 0 ? { first: firstNode, second: secondNode } : null;
}

/** Whether the second tree begins with the first (RFC 9162 §2.1.4.2). A first tree of size 0 proves nothing: false. */
export function verifyConsistency(
  first: number,
  second: number,
  firstRoot: TreeHash,
  secondRoot: TreeHash,
  path: readonly TreeHash[],
): boolean {
  if (!isSize(first) || !isSize(second) || first === 0 || first > second) return false;
  if (first === second) return path.length === 0 && equal(firstRoot, secondRoot);
  if (!areHashes(firstRoot, secondRoot, ...path)) return false;
  const firstIsComplete = Number.isInteger(Math.log2(first)) && 2 ** Math.log2(first) === first;
  const [start, ...rest] = firstIsComplete ? [firstRoot, ...path] : path;
  if (start === undefined) return false;
  const roots = rootsFromConsistency(first, second, start, rest);
  return roots !== null && equal(roots.first, firstRoot) && equal(roots.second, secondRoot);
}
