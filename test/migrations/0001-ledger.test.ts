import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openLedger, openLedgerForReading, type Projection } from '../../core/ledger/index.ts';
import { readMigrations } from '../../core/ledger/migrations.ts';
import { systemClock, systemRandom } from '../../core/world/index.ts';
import { expectProblem, expectValue, noteDraft, temporaryFolder, temporaryLedger } from '../fixture/ledger.ts';

const migrations = join(import.meta.dirname, '../../migrations');

/** A folder with the first migration and, if given, a second one. */
function migrationFolder(second?: string): string {
  const folder = temporaryFolder();
  copyFileSync(join(migrations, '0001-ledger.sql'), join(folder, '0001-ledger.sql'));
  if (second !== undefined) writeFileSync(join(folder, '0002-second.sql'), second);
  return folder;
}

const names = z.array(z.string());

test('the first migration makes the tables of the ledger, and records itself with its hash', () => {
  const folder = migrationFolder();
  const ledger = temporaryLedger({ migrationFolder: folder });
  ledger.close();
  const database = new Database(ledger.path, { readonly: true });
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`)
    .pluck()
    .all();
  expect(names.parse(tables)).toEqual([
    'checkpoint',
    'cosignature',
    'event',
    'migration',
    'node',
    'payload',
    'projection',
  ]);
  const [first] = readMigrations(folder);
  expect(database.prepare('SELECT number, name, sha256 FROM migration').all()).toEqual([
    { number: 1, name: '0001-ledger.sql', sha256: first?.sha256 },
  ]);
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('user_version', { simple: true })).toBe(1);
  database.close();
});

const second = 'CREATE TABLE word_count (word TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT;';
const words: Projection = {
  name: 'words',
  tables: ['word_count'],
  apply(event, tables) {
    const { text } = event.data;
    if (typeof text !== 'string') return;
    const sql = 'INSERT INTO word_count VALUES (?, 1) ON CONFLICT DO UPDATE SET number = number + 1';
    tables.run(sql, [text]);
  },
};

test('an older ledger is brought up with its history, and an older Mizan then refuses it', () => {
  const older = temporaryLedger({ migrationFolder: migrationFolder() });
  expectValue(older.append([noteDraft('a'), noteDraft('b'), noteDraft('a')]));
  const root = older.root();
  older.close();

  const newFolder = migrationFolder(second);
  const refused = openLedgerForReading(older.path, { migrationFolder: newFolder });
  expect(expectProblem(refused)).toMatchObject({ code: 'ledger-older', message: /bring it up to date/ });
  const reader = expectValue(openLedgerForReading(older.path, { migrationFolder: newFolder, acceptOlder: true }));
  expect(reader.root()).toBe(root);
  reader.close();

  const newer = temporaryLedger({ path: older.path, migrationFolder: newFolder, projections: [words] });
  const row = z.object({ word: z.string(), number: z.number() });
  expect(newer.select('SELECT word, number FROM word_count ORDER BY word', [], row)).toEqual([
    { word: 'a', number: 2 },
    { word: 'b', number: 1 },
  ]);
  expect(newer.root()).toBe(root);
  newer.close();

  const again = openLedgerForReading(older.path, { migrationFolder: migrationFolder() });
  expect(expectProblem(again).code).toBe('ledger-newer');
});

test('a migration that fails leaves the ledger as it was', () => {
  const older = temporaryLedger({ migrationFolder: migrationFolder() });
  older.close();
  const broken = migrationFolder(`${second} CREATE TABLE word_count (x);`);
  const options = { projections: [], clock: systemClock, random: systemRandom };
  expect(() => openLedger(older.path, { ...options, migrationFolder: broken })).toThrow('already exists');
  const reader = expectValue(openLedgerForReading(older.path, { migrationFolder: migrationFolder() }));
  expect(reader.size()).toBe(1);
  reader.close();
});

test('a migration file that was edited after it ran is refused', () => {
  const ledger = temporaryLedger({ migrationFolder: migrationFolder(second) });
  ledger.close();
  const edited = migrationFolder(`${second} -- a harmless remark`);
  const refused = openLedgerForReading(ledger.path, { migrationFolder: edited });
  expect(expectProblem(refused)).toMatchObject({ code: 'ledger-migration-altered', message: /migration 2/ });
});

test('a gap in the numbers is a broken installation', () => {
  const folder = migrationFolder();
  writeFileSync(join(folder, '0003-third.sql'), second);
  expect(() => readMigrations(folder)).toThrow('0003-third.sql');
});
