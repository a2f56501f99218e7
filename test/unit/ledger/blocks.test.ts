import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type BlockProjection,
  compareProjections,
  openLedgerForReading,
  rebuildProjections,
} from '../../../core/ledger/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { endOf } from '../../fixture/audit.ts';
import { expectValue, noteDraft, temporaryFolder, temporaryLedger } from '../../fixture/ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

const migrations = join(import.meta.dirname, '../../../migrations');

/** How many events of each subject, and how often a block changed the row. */
const tally: BlockProjection = {
  name: 'tally',
  tables: ['tally'],
  applyBlock({ events }, tables) {
    for (const subject of new Set(events.map((event) => event.subject))) {
      const sql = `INSERT INTO tally VALUES (?, ?, 1)
        ON CONFLICT DO UPDATE SET events = events + excluded.events, writes = writes + 1`;
      tables.run(sql, [subject, events.filter((event) => event.subject === subject).length]);
    }
  },
};

function tallied(path?: string) {
  const migrationFolder = temporaryFolder();
  copyFileSync(join(migrations, '0001-ledger.sql'), join(migrationFolder, '0001-ledger.sql'));
  const sql = 'CREATE TABLE tally (subject TEXT PRIMARY KEY, events INTEGER, writes INTEGER) STRICT;';
  writeFileSync(join(migrationFolder, '0002-tally.sql'), sql);
  const options = { projections: [tally], clock: systemClock, random: systemRandom, migrationFolder };
  const ledger = temporaryLedger(path === undefined ? options : { ...options, path });
  const rows = () =>
    ledger.select('SELECT subject, events, writes FROM tally ORDER BY subject', [], z.record(z.string(), z.json()));
  return { ledger, options, rows };
}

const notes = (count: number) => Array.from({ length: count }, () => noteDraft('x', { subject: 'note:1' }));

test('a projection of blocks is written once for 64 events, when the last of them is appended', () => {
  const { ledger, rows } = tallied();
  for (let count = 1; count <= 62; count += 1) expectValue(ledger.append(notes(1)));
  expect(rows()).toEqual([]);
  expectValue(ledger.append(notes(1)));
  const first = { subject: 'ledger', events: 1, writes: 1 };
  expect(rows()).toEqual([first, { subject: 'note:1', events: 63, writes: 1 }]);
  expectValue(ledger.append(notes(130)));
  expect(rows()).toEqual([first, { subject: 'note:1', events: 63 + 128, writes: 3 }]);
});

test('the open block holds exactly what the projections of blocks lack, also what another writer appended', () => {
  const one = tallied();
  const other = tallied(one.ledger.path);
  const reader = expectValue(openLedgerForReading(one.ledger.path, one.options));
  for (const [at, count] of [1, 61, 1, 1, 70, 3, 64, 128, 2].entries()) {
    expectValue((at % 2 === 0 ? one : other).ledger.append(notes(count)));
    for (const ledger of [one.ledger, other.ledger, reader]) {
      const start = ledger.size() - (ledger.size() % 64);
      const expected = Array.from({ length: ledger.size() - start }, (_, index) => start + index);
      expect(ledger.openBlock().map(({ seq }) => seq)).toEqual(expected);
    }
    const stored = one.rows().reduce((sum, { events }) => sum + Number(events), 0);
    expect(stored + reader.openBlock().length).toBe(reader.size());
  }
  reader.close();
  expect(expectValue(endOf(compareProjections(one.ledger.path, one.options))).differing).toEqual([]);
  expect(expectValue(endOf(rebuildProjections(one.ledger.path, one.options))).differing).toEqual([]);
});

test('an append that is taken back leaves the block as it was', () => {
  const { ledger, rows } = tallied();
  expectValue(ledger.append(notes(62)));
  expect(ledger.append([...notes(5), noteDraft('y', { type: 'No' })]).ok).toBe(false);
  expect(rows()).toEqual([]);
  expect(ledger.openBlock()).toHaveLength(63);
  expectValue(ledger.append(notes(1)));
  expect(rows()).toMatchObject([{ events: 1 }, { events: 63 }]);
});

test('an event that cannot be read is in no block', () => {
  const { ledger } = tallied();
  expectValue(ledger.append(notes(5)));
  tamper(ledger.path, (database) => database.exec(`UPDATE event SET canonical = CAST('{}' AS BLOB) WHERE seq = 3`));
  expect(ledger.openBlock().map(({ seq }) => seq)).toEqual([0, 1, 2, 4, 5]);
});
