/** The connection to the file: how it is opened, its transactions, and SQLite's errors as problems. */
import { chmodSync, constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fail, type Problem, type Result } from '../problem/index.ts';
import { MissingNode } from './missing-node.ts';

export type Connection = Database.Database;

/** 'Mizn' in ASCII, in the file's header: marks a SQLite file as a ledger of Mizan. */
export const applicationId = 0x4d697a6e;

/** Milliseconds that a writer waits for another process before `ledger-busy`. */
export const defaultBusyTimeout = 5000;

/** Opens for writing, without a trace in the file yet: it may turn out not to be a ledger. */
export function connectForWriting(path: string, busyTimeout: number, mustExist: boolean): Connection {
  return new Database(path, { timeout: busyTimeout, fileMustExist: mustExist });
}

/** Durable on commit: in WAL mode only synchronous=FULL survives a power cut. */
export function makeDurable(connection: Connection): void {
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('recursive_triggers = ON'); // so that INSERT OR REPLACE fires the delete guards
  connection.pragma('secure_delete = ON'); // a redacted body is overwritten, not only unlinked
  connection.pragma('trusted_schema = OFF');
}

/** Opens so that neither SQLite nor this program can write. */
export function connectForReading(path: string, busyTimeout: number): Connection {
  const connection = new Database(path, { timeout: busyTimeout, fileMustExist: true, readonly: true });
  try {
    connection.pragma('query_only = ON');
    connection.pragma('trusted_schema = OFF');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Reads a ledger in a folder that cannot be written, as on evidence media: SQLite keeps files beside a ledger even to
 * read it, so it gets a copy, which loses its name as soon as it is open and vanishes when it is closed.
 */
export function connectToCopy(path: string, busyTimeout: number): Connection {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-read-'));
  try {
    const copy = join(folder, 'copy.mizan');
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
    const connection = connectForReading(copy, busyTimeout);
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    return connection;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TransactionStatements {
  readonly begin: Database.Statement;
  readonly commit: Database.Statement;
  readonly rollback: Database.Statement;
}

const transactions = new WeakMap<Connection, TransactionStatements>();

/** Prepared once: every append begins and commits. */
function transactionOf(connection: Connection): TransactionStatements {
  const known = transactions.get(connection);
  if (known !== undefined) return known;
  const statements = {
    begin: connection.prepare('BEGIN IMMEDIATE'),
    commit: connection.prepare('COMMIT'),
    rollback: connection.prepare('ROLLBACK'),
  };
  transactions.set(connection, statements);
  return statements;
}

/** Runs `work` in one immediate transaction. A failed result or an exception rolls everything back. */
export function inTransaction<T>(connection: Connection, work: () => Result<T>): Result<T> {
  try {
    const { begin, commit, rollback } = transactionOf(connection);
    begin.run();
    const result = work();
    (result.ok ? commit : rollback).run();
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    const problem = fileProblem(error, connection.name);
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}

/** Runs `work` and turns what SQLite reports about the world (not about our SQL) into a problem. */
export function guarded<T>(path: string, work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    const problem = fileProblem(error, path);
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}

/** What an error of SQLite or a gap in the tree means for the person, or null when it is a bug of ours. */
export function fileProblem(error: unknown, path: string): Problem | null {
  const result =
    error instanceof MissingNode ? gapInTree : error instanceof Database.SqliteError ? meaningOf(error.code) : null;
  if (result === null) return null;
  const [code, message] = result;
  const failed = fail(code, message, path);
  return failed.ok ? null : failed.problem;
}

const gapInTree = [
  'ledger-node-missing',
  'Part of the tree is missing: the file was changed. Run `mizan ledger verify` on it',
] as const;

const busy = ['ledger-busy', 'Another process is writing to this ledger; try again when it has finished'] as const;
const noPermission = ['ledger-cannot-open', 'The ledger cannot be opened; check the permissions'] as const;

/** What SQLite's codes that begin so mean to a person. */
const meanings: readonly (readonly [begin: string, meaning: readonly [code: string, message: string]])[] = [
  ['SQLITE_BUSY', busy],
  ['SQLITE_LOCKED', busy],
  ['SQLITE_NOTADB', ['ledger-not-a-ledger', 'This file is not a ledger of Mizan']],
  [
    'SQLITE_CORRUPT',
    ['ledger-corrupt', 'The database file is damaged; restore it from a copy and run `mizan ledger verify` on it'],
  ],
  ['SQLITE_FULL', ['ledger-disk-full', 'The disk is full; nothing was recorded. Free some space first']],
  ['SQLITE_READONLY', ['ledger-read-only', 'The ledger or its folder cannot be written; check the permissions']],
  [
    'SQLITE_CANTOPEN',
    ['ledger-cannot-open', 'The ledger cannot be opened; check that the file and its folder can be read and written'],
  ],
  ['SQLITE_PERM', noPermission],
  ['SQLITE_AUTH', noPermission],
  ['SQLITE_IOERR', ['ledger-io', 'The disk reported an error; nothing was recorded. Check the disk before going on']],
];

function meaningOf(code: string): readonly [code: string, message: string] | null {
  return meanings.find(([begin]) => code.startsWith(begin))?.[1] ?? null;
}
