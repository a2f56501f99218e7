import { expect, test } from 'vitest';
import { longHex } from '../../../renderer/editor/hex-color.ts';
import { fillGaps, gapTexts } from '../../../renderer/editor/hunk-colours.ts';
import { numberOfLine } from '../../../renderer/editor/line-numbers.ts';

test('the number column shows real line numbers, and none in a gap or an empty text', () => {
  expect([1, 2, 3, 4].map((index) => numberOfLine([12, 0, 40], index))).toEqual(['12', '⋯', '40', '']);
});

test('colours that a style sheet shortened are made long again', () => {
  expect([longHex('#fff'), longHex('#1a2b3c'), longHex('red')]).toEqual(['#ffffff', '#1a2b3c', 'red']);
});

test('a hunk that begins inside a docstring is opened in the gap before it', () => {
  const lines = ['', '    Reads the table.', '    """', '    return table(rows)'];
  const real = [0, 10, 11, 12];
  expect(gapTexts(lines, real, 'python')).toEqual(['"""']);
  expect(fillGaps(lines, real, ['"""'])).toBe('"""\n    Reads the table.\n    """\n    return table(rows)');
});

test('a hunk that ends inside a docstring is closed in the next gap', () => {
  const lines = ['', 'def read(rows):', '    """Reads', '    all of them', '', 'return 1'];
  expect(gapTexts(lines, [0, 1, 2, 3, 0, 90], 'python')).toEqual(['', '"""']);
});

test('block comments tell by their order, and other languages are left alone', () => {
  expect(gapTexts(['', ' * text', ' */', 'let a = 1;'], [0, 5, 6, 7], 'typescript')).toEqual(['/*']);
  expect(gapTexts(['', 'a = 1', 'b = 2'], [0, 5, 6], 'ruby')).toEqual(['']);
});
