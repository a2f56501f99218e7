import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenOptions, openLedger, openLedgerForReading, type Projection } from '../../../core/ledger/index.ts';
import type { Result } from '../../../core/problem/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { expectProblem, expectValue, noteDraft, temporaryFolder, temporaryLedger } from '../../fixture/ledger.ts';
import { olderLedgerFile } from '../../fixture/older-ledger.ts';
import { tamper } from '../../fixture/tamper.ts';

const options: OpenOptions = { projections: [], clock: systemClock, random: systemRandom, busyTimeout: 20 };

/** Both ways of opening refuse with the same code and message. */
function refusal(path: string): { readonly code: string; readonly message: string } {
  const [writing, reading] = [expectProblem(openLedger(path, options)), expectProblem(openLedgerForReading(path))];
  expect(reading).toEqual(writing);
  return writing;
}

function closedLedger(): string {
  const ledger = temporaryLedger();
  expectValue(ledger.append([noteDraft('one')]));
  ledger.close();
  return ledger.path;
}

test('a file that is not there, a folder that is not there, a folder', () => {
  const folder = temporaryFolder();
  expect(refusal(join(folder, 'none.mizan'))).toMatchObject({ code: 'ledger-not-found', message: /no ledger/ });
  expect(refusal(join(folder, 'none', 'a.mizan'))).toMatchObject({ code: 'ledger-not-found', message: /folder/ });
  expect(refusal(folder)).toMatchObject({ code: 'ledger-not-a-ledger', message: /not a file/ });
});

test('a text file, an empty file and another SQLite database are left as they are', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'other');
  for (const content of ['Dear diary, this is long enough to be looked at as a page. '.repeat(100), '']) {
    writeFileSync(path, content);
    expect(refusal(path).code).toBe('ledger-not-a-ledger');
    expect(readFileSync(path, 'utf8')).toBe(content);
  }
  const other = new Database(path);
  other.exec('CREATE TABLE diary (entry)');
  other.close();
  const before = readFileSync(path);
  expect(refusal(path)).toMatchObject({ code: 'ledger-not-a-ledger', message: /SQLite/ });
  expect(expectProblem(openLedger(path, { ...options, create: true })).code).toBe('ledger-not-a-ledger');
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a ledger of an older Mizan is left as it is until it may be brought up to date', () => {
  const path = olderLedgerFile('0010');
  const before = readFileSync(path);
  expect(expectProblem(openLedger(path, { ...options, upgrade: false })).code).toBe('ledger-older');
  expect(readFileSync(path).equals(before)).toBe(true);
  expectValue(openLedger(path, options)).close();
  expectValue(openLedger(path, { ...options, upgrade: false })).close();
});

test('a ledger of a newer Mizan', () => {
  const path = closedLedger();
  tamper(path, (database) => database.pragma('user_version = 99'));
  expect(refusal(path)).toMatchObject({ code: 'ledger-newer', message: /newer Mizan/ });
});

test.each([
  ['a trigger is gone', 'DROP TRIGGER event_no_delete', /trigger event_no_delete is missing/],
  [
    'an index is another',
    'DROP INDEX event_redacted; CREATE INDEX event_redacted ON event (at)',
    /index event_redacted .* altered/,
  ],
  ['a table is too many', 'CREATE TABLE extra (x)', /table extra does not belong/],
])('a schema of which %s', (_what, sql, message) => {
  const path = closedLedger();
  const database = new Database(path);
  database.exec(sql);
  database.close();
  expect(refusal(path)).toMatchObject({ code: 'ledger-schema-altered', message });
});

test('a record of a migration that is another', () => {
  const path = closedLedger();
  tamper(path, (database) => database.exec(`UPDATE migration SET sha256 = 'x' WHERE number = 1`));
  expect(refusal(path)).toMatchObject({ code: 'ledger-migration-altered', message: /migration 1/ });
});

test('a damaged database file', () => {
  const path = closedLedger();
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4096);
  writeFileSync(path, bytes);
  expect(refusal(path).code).toMatch(/^ledger-(corrupt|schema-altered)$/);
});

test('a ledger whose tree has a gap at its edge', () => {
  const path = closedLedger();
  tamper(path, (database) => database.exec('DELETE FROM node WHERE position = 2'));
  expect(refusal(path)).toMatchObject({ code: 'ledger-node-missing', message: /mizan ledger verify/ });
});

test('a ledger that another process writes to', () => {
  const path = closedLedger();
  const holder = new Database(path);
  onTestFinished(() => {
    holder.close();
  });
  holder.exec('BEGIN IMMEDIATE');
  expect(expectProblem(openLedger(path, options))).toMatchObject({ code: 'ledger-busy', message: /Another process/ });
  holder.exec('ROLLBACK');
  const ledger = temporaryLedger({ path, busyTimeout: 20 });
  holder.exec('BEGIN IMMEDIATE');
  expect(expectProblem(ledger.append([noteDraft('two')])).code).toBe('ledger-busy');
  holder.exec('ROLLBACK');
  expect(expectValue(ledger.append([noteDraft('two')])).treeSize).toBe(3);
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('a folder that cannot be written', () => {
  const source = closedLedger();
  const folder = temporaryFolder();
  const place = join(folder, 'read-only');
  mkdirSync(place);
  cpSync(source, join(place, 'a.mizan'));
  // Root writes anywhere, so another user has to try.
  const script = `
    import { openLedger, openLedgerForReading } from '${join(import.meta.dirname, '../../../core/ledger/index.ts')}';
    import { systemClock, systemRandom } from '${join(import.meta.dirname, '../../../core/world/index.ts')}';
    process.setuid(65534);
    const path = process.argv[1];
    const reading = openLedgerForReading(path);
    const writing = openLedger(path, { projections: [], clock: systemClock, random: systemRandom });
    const read = reading.ok ? reading.value.size() : reading.problem.code;
    console.log(read, writing.ok ? 'opened' : writing.problem.code);`;
  chmodSync(folder, 0o755);
  chmodSync(place, 0o555);
  const tried = spawnSync(process.execPath, ['--input-type=module', '-e', script, join(place, 'a.mizan')]);
  expect(tried.stdout.toString().trim()).toBe('2 ledger-read-only');
});

test('a full disk records nothing and says so', () => {
  const ledger = temporaryLedger();
  const database = Reflect.get(ledger, 'connection') as Database.Database;
  const pages = database.pragma('page_count', { simple: true });
  database.pragma(`max_page_count = ${pages}`);
  const body = 'x'.repeat(100_000);
  const draft = noteDraft('big', { payloads: [{ name: 'big', mediaType: 'text/plain', body }] });
  expect(expectProblem(ledger.append([draft]))).toMatchObject({ code: 'ledger-disk-full', message: /disk is full/ });
  expect(ledger.size()).toBe(1);
  database.pragma('max_page_count = 100000');
  expect(expectValue(ledger.append([draft])).treeSize).toBe(2);
});

test('a program that lacks a projection of the ledger does not append past it', () => {
  const counter: Projection = { name: 'counter', tables: [], apply: () => undefined };
  const ledger = temporaryLedger({ projections: [counter] });
  ledger.close();
  const refused: Result<unknown> = openLedger(ledger.path, options);
  expect(expectProblem(refused)).toMatchObject({ code: 'ledger-projection-unknown', message: /counter/ });
});

test('the guards of the file refuse what the program never does', () => {
  const path = closedLedger();
  const database = new Database(path);
  onTestFinished(() => {
    database.close();
  });
  database.pragma('recursive_triggers = ON');
  const forbidden = [
    'DELETE FROM event WHERE seq = 1',
    'UPDATE event SET canonical = canonical',
    `INSERT INTO event (seq, canonical) VALUES (7, '{}')`,
    'INSERT OR REPLACE INTO event (seq, canonical) SELECT seq, canonical FROM event',
    'DELETE FROM node',
    'UPDATE node SET hash = hash',
    'INSERT OR REPLACE INTO node SELECT position, hash FROM node',
  ];
  for (const sql of forbidden) expect(() => database.exec(sql), sql).toThrow(/append|event/);
});
