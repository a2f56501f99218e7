import { expect, test } from 'vitest';
import { commandIds, keyEntry, printedKeys } from '../../../renderer/keyboard/key-map.ts';

test('no two commands share a key', () => {
  const keys = commandIds.flatMap((id) => keyEntry(id).keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('sequences stand before the single keys that end them, so that G then A never approves', () => {
  const order = commandIds.flatMap((id) => keyEntry(id).keys);
  for (const sequence of order.filter((keys) => keys.includes(' '))) {
    const last = sequence.split(' ').at(-1) ?? '';
    const single = order.indexOf(last);
    if (single !== -1) expect(order.indexOf(sequence), sequence).toBeLessThan(single);
  }
});

test('a decision never works while somebody types', () => {
  for (const id of commandIds.filter((known) => known.startsWith('gate.'))) {
    expect(keyEntry(id).whileTyping, id).toBeUndefined();
  }
});

test('keys are printed as people read them', () => {
  expect(printedKeys('palette.open')).toEqual(['Ctrl', 'K']);
  expect(printedKeys('go.work')).toEqual(['G', 'then', 'W']);
  expect(printedKeys('help.open')).toEqual(['?']);
  expect(printedKeys('mark.previous')).toEqual(['Shift', 'F8']);
});
