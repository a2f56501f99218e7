import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  compareProjections,
  type EventFilter,
  type LedgerReader,
  rebuildProjections,
} from '../../../core/ledger/index.ts';
import { systemRandom } from '../../../core/world/index.ts';
import { endOf } from '../../fixture/audit.ts';
import { expectValue, handClock, noteDraft, temporaryFolder, temporaryLedger } from '../../fixture/ledger.ts';

const count = 200;

/** 200 notes, one a second: types by threes, actors by fives, subjects by sevens. Event 0 is the ledger's own. */
function notes(options: { readonly migrationFolder?: string } = {}): LedgerReader {
  const clock = handClock(Date.UTC(2026, 0, 1));
  const ledger = temporaryLedger({ clock, ...options });
  for (let seq = 1; seq <= count; seq += 1) {
    clock.advance(1000);
    const type = ['note.written', 'note.read', 'work.done'][seq % 3] ?? '';
    const actor = { kind: seq % 2 === 0 ? 'agent' : 'human', id: `who:${seq % 5}` } as const;
    expectValue(ledger.append([noteDraft(`Text_${seq}%`, { type, actor, subject: `note:${seq % 7}` })]));
  }
  return ledger;
}

function seqs(reader: LedgerReader, filter: EventFilter, direction: 'ascending' | 'descending', limit = 9): number[] {
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

const all = Array.from({ length: count }, (_, index) => index + 1);
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
  {
    filter: { since: '2026-01-01T00:02:00.000Z', until: '2026-01-01T00:02:10.000Z' },
    expected: (seq) => seq >= 120 && seq < 130,
  },
  { filter: { since: '2026-01-01T00:03:19.000Z', subject: 'note:3' }, expected: (seq) => seq === 199 },
  { filter: { since: '2027' }, expected: () => false },
  { filter: { text: 'TEXT_1' }, expected: (seq) => String(seq).startsWith('1') },
  { filter: { text: '_1%' }, expected: (seq) => seq === 1 },
];

/** A ledger of before the index over blocks. */
function olderMigrations(): string {
  const folder = temporaryFolder();
  copyFileSync(join(import.meta.dirname, '../../../migrations/0001-ledger.sql'), join(folder, '0001-ledger.sql'));
  return folder;
}

test.each([
  ['with the index over blocks', () => notes()],
  ['of an older ledger without it', () => notes({ migrationFolder: olderMigrations() })],
])('pages and counts %s', (_what, open) => {
  const reader = open();
  for (const { filter, expected } of cases) {
    const wanted = all.filter(expected);
    const found = seqs(reader, filter, 'ascending');
    expect([filter, found.filter((seq) => seq > 0)]).toEqual([filter, wanted]);
    expect([filter, seqs(reader, filter, 'descending')]).toEqual([filter, found.toReversed()]);
    expect([filter, reader.count(filter)]).toEqual([filter, found.length]);
  }
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

test('a clock that goes back hides no event from a search by time', () => {
  const clock = handClock(Date.UTC(2026, 0, 1));
  const ledger = temporaryLedger({ clock });
  for (let hour = 0; hour < 130; hour += 1) {
    clock.advance(hour % 10 === 9 ? -20_000_000 : 3_600_000);
    expectValue(ledger.append([noteDraft(`${hour}`)]));
  }
  const all = seqs(ledger, {}, 'ascending').map((seq) => expectValue(ledger.event(seq)));
  const [since, until] = ['2026-01-01T20:00:00.000Z', '2026-01-02T10:00:00.000Z'];
  const wanted = all.filter(({ at }) => at >= since && at < until).map(({ seq }) => seq);
  expect(wanted.length).toBeGreaterThan(10);
  expect(seqs(ledger, { since, until }, 'ascending')).toEqual(wanted);
  expect(ledger.count({ since, until })).toBe(wanted.length);
});

test.each([1, 3, 64, 70, 200])('blocks are indexed alike in appends of %i events', (group) => {
  const ledger = temporaryLedger();
  for (let left = 200; left > 0; left -= group) {
    const drafts = Array.from({ length: Math.min(left, group) }, (_, at) =>
      noteDraft('x', { subject: `note:${(200 - left + at) % 7}` }),
    );
    expectValue(ledger.append(drafts));
  }
  const posting = z.object({ kind: z.string(), term: z.string(), block: z.number(), events: z.number() });
  const found = ledger.select('SELECT * FROM event_posting', [], posting);
  expect(found.filter(({ kind }) => kind === 'type').map(({ term, block, events }) => [term, block, events])).toEqual([
    ['ledger.created', 0, 1],
    ['note.written', 0, 63],
    ['note.written', 1, 64],
    ['note.written', 2, 64],
  ]);
  expect(found.filter(({ term }) => term === 'note:3').map(({ events }) => events)).toEqual([9, 9, 9]);
  expect(expectValue(endOf(compareProjections(ledger.path, { projections: [] }))).differing).toEqual([]);
});

test('blocks of events by two writers in turn, some of them taken back, are indexed whole', () => {
  const one = temporaryLedger();
  const other = temporaryLedger({ path: one.path });
  const groups = [5, 60, 1, 1, 70, 3, 64, 128, 2, 61, 1, 30];
  for (const [at, group] of groups.entries()) {
    const drafts = Array.from({ length: group }, (_, index) => noteDraft('x', { subject: `note:${at}-${index % 3}` }));
    const ledger = at % 3 === 0 ? other : one;
    expect(ledger.append([...drafts, noteDraft('y', { type: 'No' })]).ok).toBe(false);
    expectValue(ledger.append(drafts));
  }
  expect(expectValue(endOf(compareProjections(one.path, { projections: [] }))).differing).toEqual([]);
});

test('an index that was edited is found and made again', () => {
  const ledger = temporaryLedger();
  expectValue(ledger.append(Array.from({ length: 70 }, () => noteDraft('x'))));
  const database = new Database(ledger.path);
  database.exec(`UPDATE event_posting SET events = 1 WHERE kind = 'type'`);
  database.close();
  const options = { projections: [], clock: handClock(), random: systemRandom };
  expect(expectValue(endOf(compareProjections(ledger.path, options))).differing).toEqual(['event_posting']);
  expect(expectValue(endOf(rebuildProjections(ledger.path, options))).differing).toEqual(['event_posting']);
  expect(ledger.count({ type: 'note.written' })).toBe(70);
});

test('a page holds 500 events at most', () => {
  const ledger = temporaryLedger();
  expectValue(ledger.append(Array.from({ length: 600 }, () => noteDraft('x'))));
  const page = ledger.page({ limit: 10_000, direction: 'descending' });
  expect(page.events).toHaveLength(500);
  expect(page.next).toBe(101);
});
