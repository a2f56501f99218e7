import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steppedMark } from '../../../renderer/components/mark-walk.ts';
import {
  clampOffset,
  contentOffset,
  isScaled,
  revealedOffset,
  scrollPosition,
  scrollScale,
} from '../../../renderer/components/scroll-scale.ts';
import { steppedIndex } from '../../../renderer/components/virtual-list.tsx';
import { foldFor } from '../../../renderer/stores/width.ts';

test('a short list scrolls as it is, a long one reaches its first and its last row', () => {
  const short = scrollScale(10_000, 800);
  expect(isScaled(short)).toBe(false);
  expect(contentOffset(short, 123)).toBe(123);
  const long = scrollScale(44_000_000, 800);
  expect(isScaled(long)).toBe(true);
  expect(contentOffset(long, 0)).toBe(0);
  expect(contentOffset(long, long.track - 800)).toBeCloseTo(44_000_000 - 800, 3);
  expect(contentOffset(long, scrollPosition(long, 21_000_044))).toBeCloseTo(21_000_044, 3);
  expect(clampOffset(long, 1e12)).toBe(44_000_000 - 800);
  expect(clampOffset(scrollScale(100, 800), 50)).toBe(0);
});

test('a revealed row is wholly in sight, and a row in sight moves nothing', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(43_999_000), fc.constantFrom('nearest', 'center'), (index, offset, align) => {
      const scale = scrollScale(44_000_000, 800);
      const row = { start: index * 44, size: 44 };
      const shown = revealedOffset(scale, row, offset, align);
      expect(shown).toBeLessThanOrEqual(row.start);
      expect(shown + 800).toBeGreaterThanOrEqual(row.start + row.size);
      expect(revealedOffset(scale, row, shown, 'nearest')).toBe(shown);
    }),
  );
});

test('keys move past headings and stop at the ends', () => {
  const isHeading = (index: number) => index === 0 || index === 3;
  const step = (key: string, active: number) => steppedIndex(key, active, 6, 2, isHeading);
  expect(step('ArrowDown', -1)).toBe(1);
  expect(step('ArrowDown', 2)).toBe(4);
  expect(step('ArrowUp', 4)).toBe(2);
  expect(step('ArrowUp', 1)).toBe(1);
  expect(step('Home', 5)).toBe(1);
  expect(step('End', 1)).toBe(5);
  expect(step('x', 1)).toBeNull();
  expect(steppedIndex('ArrowDown', -1, 0, 1)).toBeNull();
});

test('the walk through failing places goes file after file and round again', () => {
  const files = [
    { marks: Array.from({ length: 0 }) },
    { marks: Array.from({ length: 2 }) },
    { marks: Array.from({ length: 1 }) },
  ];
  const start = steppedMark(files, { file: -1, mark: -1 }, 1);
  expect(start).toEqual({ file: 1, mark: 0 });
  expect(steppedMark(files, { file: 1, mark: 1 }, 1)).toEqual({ file: 2, mark: 0 });
  expect(steppedMark(files, { file: 2, mark: 0 }, 1)).toEqual({ file: 1, mark: 0 });
  expect(steppedMark(files, { file: 1, mark: 0 }, -1)).toEqual({ file: 2, mark: 0 });
  expect(steppedMark([{ marks: Array.from({ length: 0 }) }], { file: 0, mark: -1 }, 1)).toBeNull();
});

test('narrow windows fold the evidence first, then the queue', () => {
  expect([1440, 1160, 1159, 760, 759].map(foldFor)).toEqual(['three', 'three', 'two', 'two', 'one']);
});
