import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EventRow } from '../../../core/api/index.ts';
import { keepPage, pagesOf, rowAt } from '../../../renderer/stores/event-pages.ts';
import { askedSeq, filterOf, noFields } from '../../../renderer/stores/ledger-queue.ts';
import { checkInclusion, siblingSides } from '../../../renderer/views/ledger/inclusion.ts';

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafOf = (text: string) => sha256(Uint8Array.of(0), Buffer.from(text));

/** RFC 9162 2.1.1, straight from its definition. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only;
  const split = splitOf(leaves.length);
  return sha256(Uint8Array.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** RFC 9162 2.1.3.1. */
function pathOf(index: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  return index < split
    ? [...pathOf(index, leaves.slice(0, split)), rootOf(leaves.slice(split))]
    : [...pathOf(index - split, leaves.slice(split)), rootOf(leaves.slice(0, split))];
}

function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('every leaf of every tree up to 33 leaves leads to its root, and nothing else does', async () => {
  for (let size = 1; size <= 33; size += 1) {
    const texts = Array.from({ length: size }, (_, index) => `{"seq":${index}}`);
    const leaves = texts.map(leafOf);
    const root = hex(rootOf(leaves));
    for (const [seq, canonical] of texts.entries()) {
      const proof = { treeSize: size, path: pathOf(seq, leaves).map(hex), root };
      const event = { seq, canonical, leafHash: hex(leafOf(canonical)), proof };
      const checked = await checkInclusion(event);
      expect(checked.holds, `${seq} of ${size}`).toBe(true);
      expect(checked.steps.at(-1)?.parent ?? checked.leaf).toBe(root);
      expect((await checkInclusion({ ...event, canonical: `${canonical} ` })).holds).toBe(false);
      const tooLong = { ...proof, path: [...proof.path, root] };
      expect((await checkInclusion({ ...event, proof: tooLong })).holds).toBe(false);
    }
  }
});

test('a place outside the tree has no path', () => {
  expect(siblingSides(3, 3, 2)).toBeNull();
  expect(siblingSides(-1, 3, 2)).toBeNull();
  expect(siblingSides(0, 1, 0)).toEqual([]);
});

const row = (seq: number): EventRow => ({
  seq,
  at: '',
  type: 't',
  actor: { kind: 'system', id: 's' },
  subject: 'x',
  summary: '',
});

test('pages are found by place, in either order, and the ones fetched longest ago are forgotten', () => {
  expect(pagesOf(199, 0)).toEqual([0]);
  expect(pagesOf(199, 200)).toEqual([0, 1]);
  expect(pagesOf(-3, 5)).toEqual([0]);
  let pages: ReadonlyMap<number, readonly EventRow[]> = new Map();
  for (let page = 0; page < 60; page += 1) pages = keepPage(pages, page, [row(page * 200), row(page * 200 + 1)]);
  expect(pages.size).toBe(40);
  expect(rowAt(pages, 59 * 200 + 1)?.seq).toBe(59 * 200 + 1);
  expect(rowAt(pages, 0)).toBeUndefined();
});

test('empty fields filter nothing, times are read as UTC', () => {
  expect(filterOf(noFields)).toBeNull();
  expect(filterOf({ ...noFields, type: ' gate. ', since: '2026-03-22T08:00' })).toEqual({
    type: 'gate.',
    since: '2026-03-22T08:00:00.000Z',
  });
  expect(filterOf({ ...noFields, until: 'nonsense' })).toBeNull();
});

test('a number sign asks for one event', () => {
  expect(askedSeq('#12,431')).toBe(12431);
  expect(askedSeq(' # 7 ')).toBe(7);
  expect(askedSeq('7')).toBeNull();
  expect(askedSeq('#')).toBeNull();
});
