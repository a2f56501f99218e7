import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { verifyConsistency, verifyInclusion } from '../../../core/ledger/merkle-proof.ts';
import { emptyRoot, frontierSubtrees, leafHash, nodeCount, nodePosition } from '../../../core/ledger/merkle-tree.ts';

const file = fileURLToPath(new URL('../../../../shared/data/vectors/merkle-rfc9162.json', import.meta.url));
const proof = z.array(z.string()).nullable();
const vectors = z.object({
  inclusion: z.array(
    z.object({
      name: z.string(),
      leafIdx: z.number(),
      treeSize: z.number(),
      root: z.string(),
      leafHash: z.string(),
      proof,
      wantErr: z.boolean(),
    }),
  ),
  consistency: z.array(
    z.object({
      name: z.string(),
      size1: z.number(),
      size2: z.number(),
      root1: z.string(),
      root2: z.string(),
      proof,
      wantErr: z.boolean(),
    }),
  ),
});
const bytes = (text: string) => Buffer.from(text, 'base64');

test.skipIf(!existsSync(file))('all 196 vectors of RFC 9162 proofs', () => {
  const { inclusion, consistency } = vectors.parse(JSON.parse(readFileSync(file, 'utf8')));
  const wrong = [
    ...inclusion.filter(
      (v) =>
        verifyInclusion(v.leafIdx, v.treeSize, bytes(v.leafHash), (v.proof ?? []).map(bytes), bytes(v.root)) ===
        v.wantErr,
    ),
    ...consistency.filter(
      (v) =>
        verifyConsistency(v.size1, v.size2, bytes(v.root1), bytes(v.root2), (v.proof ?? []).map(bytes)) === v.wantErr,
    ),
  ];
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(inclusion.length + consistency.length).toBe(196);
});

test('hashes of RFC 9162: the empty tree and the empty leaf', () => {
  expect(Buffer.from(emptyRoot).toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  expect(Buffer.from(leafHash(new Uint8Array())).toString('hex')).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  );
});

test('nodes are numbered in the order in which subtrees become complete', () => {
  expect([0, 1, 2, 3, 4, 5, 8].map(nodeCount)).toEqual([0, 1, 3, 4, 7, 8, 15]);
  const positions = [
    { level: 0, index: 0 },
    { level: 0, index: 1 },
    { level: 1, index: 0 },
    { level: 0, index: 2 },
    { level: 0, index: 3 },
    { level: 1, index: 1 },
    { level: 2, index: 0 },
  ].map(nodePosition);
  expect(positions).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(frontierSubtrees(7)).toEqual([
    { level: 2, index: 0 },
    { level: 1, index: 2 },
    { level: 0, index: 6 },
  ]);
});
