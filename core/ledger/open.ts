/** Opening a ledger for one of two lives: one writer's, or a reader's who cannot write. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import type { CheckpointSigning } from './checkpointer.ts';
import { createdEvent } from './created.ts';
import { applyMigrations, checkSchema, defaultMigrationFolder, isBlank, readMigrations } from './migrations.ts';
import type { Ledger, LedgerReader, Projection } from './port.ts';
import { bringProjectionsUp } from './projection-record.ts';
import { ConnectionReader } from './reader.ts';
import {
  type Connection,
  connectForReading,
  connectForWriting,
  connectToCopy,
  defaultBusyTimeout,
  guarded,
  inTransaction,
  makeDurable,
} from './sqlite.ts';
import { ConnectionLedger } from './writer.ts';

export interface OpenOptions {
  /** Every projection of the program. A ledger refuses a program that lacks one it has. */
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Make the file when it is not there. */
  readonly create?: boolean;
  /** False: a ledger of an older Mizan is left as it is, with the error `ledger-older`, so that a person can be told. */
  readonly upgrade?: boolean;
  /** Who signs checkpoints here, and when; without it nothing is signed. */
  readonly checkpoints?: CheckpointSigning;
  /** Milliseconds to wait for another process; 5,000 unless given. */
  readonly busyTimeout?: number;
  /** Where the numbered migrations are; beside `core/` unless given. */
  readonly migrationFolder?: string;
}

/**
 * Opens a ledger to append to it, and brings an older one up to this program's migrations. Errors: `ledger-not-found`,
 * `ledger-not-a-ledger`, `ledger-newer`, `ledger-schema-altered`, `ledger-migration-altered`, `ledger-busy`,
 * `ledger-read-only`, `ledger-corrupt`, `ledger-projection-unknown`, `ledger-node-missing`; `ledger-older` with
 * `upgrade: false`.
 */
export function openLedger(path: string, options: OpenOptions): Result<Ledger> {
  const file = resolve(path);
  const opened = openConnection(file, options);
  if (!opened.ok) return opened;
  const connection = opened.value;
  return guarded(file, () =>
    closeOnFailure(connection, () => begin(new ConnectionLedger(connection, file, options), options.random)),
  );
}

/** A connection for writing to a checked, migrated file whose projections are up to date. */
export function openConnection(file: string, options: OpenOptions): Result<Connection> {
  const found = checkPath(file, options.create ?? false);
  if (!found.ok) return found;
  return guarded(file, () => {
    const connection = connectForWriting(file, options.busyTimeout ?? defaultBusyTimeout, !(options.create ?? false));
    return closeOnFailure(connection, () => {
      const prepared = prepare(connection, file, options);
      return prepared.ok ? ok(connection) : prepared;
    });
  });
}

export interface ReadOptions {
  readonly busyTimeout?: number;
  readonly migrationFolder?: string;
  /** Take a ledger of an older Mizan too: its events are the same, its views may be missing. */
  readonly acceptOlder?: boolean;
}

/** Opens a ledger so that it cannot be written. Errors: those of `openLedger`, and `ledger-older`. */
export function openLedgerForReading(path: string, options: ReadOptions = {}): Result<LedgerReader> {
  const file = resolve(path);
  const connected = connectToRead(file, options.busyTimeout);
  if (!connected.ok) return connected;
  const connection = connected.value;
  return guarded(file, () =>
    closeOnFailure(connection, () => {
      const migrations = readMigrations(options.migrationFolder ?? defaultMigrationFolder);
      const checked = checkSchema(connection, file, migrations);
      if (!checked.ok) return checked;
      if (checked.value < migrations.length && options.acceptOlder !== true) return olderSchema(file);
      const reader = new ConnectionReader(connection, file);
      reader.root(); // shows a gap in the tree at once
      return ok(reader);
    }),
  );
}

/** The problem `ledger-older`. */
export function olderSchema(file: string): Result<never> {
  return fail(
    'ledger-older',
    'This ledger is of an older Mizan and its views are not there yet; ' +
      'open it once to write, for example with `mizan ledger checkpoint`, to bring it up to date',
    file,
  );
}

/** A connection that cannot write, to a file that is there; nothing in it is checked yet. */
export function connectToRead(file: string, busyTimeout: number = defaultBusyTimeout): Result<Connection> {
  const found = checkPath(file, false);
  if (!found.ok) return found;
  const connect = mustBeCopied(file) ? connectToCopy : connectForReading;
  return guarded(file, () => ok(connect(file, busyTimeout)));
}

function prepare(connection: Connection, file: string, options: OpenOptions): Result<null> {
  const migrations = readMigrations(options.migrationFolder ?? defaultMigrationFolder);
  const blank = options.create === true && isBlank(connection);
  if (!blank) {
    const checked = checkSchema(connection, file, migrations);
    if (!checked.ok) return checked;
    if (checked.value < migrations.length && options.upgrade === false) return olderSchema(file);
  }
  makeDurable(connection);
  return inTransaction(connection, () => {
    // Checked again under the lock: another process may have made or migrated the file meanwhile.
    if (!isBlank(connection)) {
      const checked = checkSchema(connection, file, migrations);
      if (!checked.ok) return checked;
    }
    const migrated = applyMigrations(connection, migrations) > 0;
    return bringProjectionsUp(connection, file, options.projections, migrated);
  });
}

/** Records the birth of the ledger, once. */
function begin(ledger: ConnectionLedger, random: RandomSource): Result<Ledger> {
  if (ledger.size() > 0) return ok(ledger);
  const begun = ledger.appendDecided((reader) => {
    if (reader.size() > 0) return ok([]);
    const origin = `mizan/${Buffer.from(random.bytes(16)).toString('hex')}`;
    return ok([createdEvent.draft({ kind: 'system', id: 'mizan' }, 'ledger', { format: 1, origin })]);
  });
  return begun.ok ? ok(ledger) : begun;
}

function closeOnFailure<T>(connection: Connection, work: () => Result<T>): Result<T> {
  let result: Result<T> | null = null;
  try {
    result = work();
    return result;
  } finally {
    if (result?.ok !== true) connection.close();
  }
}

function checkPath(file: string, create: boolean): Result<null> {
  if (!existsSync(dirname(file))) {
    return fail('ledger-not-found', 'The folder of the ledger does not exist', dirname(file));
  }
  if (!existsSync(file)) {
    return create ? ok(null) : fail('ledger-not-found', 'There is no ledger at this path', file);
  }
  return statSync(file).isFile() ? ok(null) : fail('ledger-not-a-ledger', 'This is not a file', file);
}

/** Nobody can have a ledger open in a folder where nobody can write; Windows has no files without a name. */
function mustBeCopied(file: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    accessSync(dirname(file), constants.W_OK);
    return false;
  } catch {
    return !existsSync(`${file}-wal`);
  }
}
