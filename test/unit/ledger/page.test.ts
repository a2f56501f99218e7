import { expect, test } from 'vitest';
import type { EventFilter, LedgerReader } from '../../../core/ledger/index.ts';
import { expectValue, handClock, noteDraft, temporaryLedger } from '../../fixture/ledger.ts';

/** 60 notes, one a second: types by threes, actors by fives, subjects by sevens. Event 0 is the ledger's own. */
function notes(): LedgerReader {
  const clock = handClock(Date.UTC(2026, 0, 1));
  const ledger = temporaryLedger({ clock });
  for (let seq = 1; seq <= 60; seq += 1) {
    clock.advance(1000);
    const type = ['note.written', 'note.read', 'work.done'][seq % 3] ?? '';
    const actor = { kind: seq % 2 === 0 ? 'agent' : 'human', id: `who:${seq % 5}` } as const;
    expectValue(ledger.append([noteDraft(`Text_${seq}%`, { type, actor, subject: `note:${seq % 7}` })]));
  }
  return ledger;
}

function seqs(reader: LedgerReader, filter: EventFilter, direction: 'ascending' | 'descending', limit = 4): number[] {
  const found: number[] = [];
  let after: number | null = null;
  do {
    const page = reader.page({ filter, after, limit, direction });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    found.push(...page.events.map(({ seq }) => seq));
    after = page.next;
  } while (after !== null);
  return found;
}

const all = Array.from({ length: 60 }, (_, index) => index + 1);
const cases: readonly { filter: EventFilter; expected: (seq: number) => boolean }[] = [
  { filter: { type: 'note.read' }, expected: (seq) => seq % 3 === 1 },
  { filter: { type: 'note.' }, expected: (seq) => seq % 3 !== 2 },
  { filter: { type: 'note' }, expected: () => false },
  { filter: { actor: 'who:2' }, expected: (seq) => seq % 5 === 2 },
  { filter: { actor: 'agent:who:2' }, expected: (seq) => seq % 5 === 2 && seq % 2 === 0 },
  { filter: { subject: 'note:3' }, expected: (seq) => seq % 7 === 3 },
  { filter: { subject: 'note:3', type: 'note.' }, expected: (seq) => seq % 7 === 3 && seq % 3 !== 2 },
  { filter: { actor: 'who:1', type: 'work.done' }, expected: (seq) => seq % 5 === 1 && seq % 3 === 2 },
  { filter: { since: '2026-01-01T00:00:50.000Z' }, expected: (seq) => seq >= 50 },
  { filter: { until: '2026-01-01T00:00:05.000Z', type: 'note.' }, expected: (seq) => seq < 5 && seq % 3 !== 2 },
  { filter: { since: '2027' }, expected: () => false },
  { filter: { text: 'TEXT_1' }, expected: (seq) => String(seq).startsWith('1') },
  { filter: { text: '_1%' }, expected: (seq) => seq === 1 },
];

test.each(cases)('pages and counts of $filter', ({ filter, expected }) => {
  const reader = notes();
  const wanted = all.filter(expected);
  expect(seqs(reader, filter, 'ascending').filter((seq) => seq > 0)).toEqual(wanted);
  expect(seqs(reader, filter, 'descending').filter((seq) => seq > 0)).toEqual(wanted.toReversed());
  const own = seqs(reader, filter, 'ascending').includes(0) ? 1 : 0;
  expect(reader.count(filter)).toBe(wanted.length + own);
});

test('a count goes on from what was counted before', () => {
  const ledger = temporaryLedger();
  expect(ledger.count({ type: 'note.written' })).toBe(0);
  expectValue(ledger.append([noteDraft('one'), noteDraft('two')]));
  expect(ledger.count({ type: 'note.written' })).toBe(2);
  expectValue(ledger.append([noteDraft('three')]));
  expect(ledger.count({ type: 'note.written' })).toBe(3);
  expect(ledger.count({})).toBe(4);
});

test('a page holds 500 events at most', () => {
  const ledger = temporaryLedger();
  expectValue(ledger.append(Array.from({ length: 600 }, () => noteDraft('x'))));
  const page = ledger.page({ limit: 10_000, direction: 'descending' });
  expect(page.events).toHaveLength(500);
  expect(page.next).toBe(101);
});
