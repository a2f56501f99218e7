/** The views from the events: made again in place, or compared with what a replay elsewhere gives. */
import { resolve } from 'node:path';
import Database from 'better-sqlite3';
import { ok, type Result } from '../problem/index.ts';
import type { AuditProgress } from './audit-report.ts';
import { indexProjections } from './event-index.ts';
import { applyMigrations, checkSchema, defaultMigrationFolder, readMigrations } from './migrations.ts';
import { connectToRead, type OpenOptions, olderSchema, openConnection } from './open.ts';
import type { Projection } from './port.ts';
import { replay, tableDigests } from './replay.ts';
import { type Connection, fileProblem } from './sqlite.ts';

export interface RebuildReport {
  readonly events: number;
  /** Tables that were not what the events say. */
  readonly differing: readonly string[];
}

function difference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table);
}

/**
 * Empties every projection and replays the history, in one transaction: cancelled or failed, nothing has changed.
 * Errors: those of `openLedger`, `event-damaged`.
 */
export function* rebuildProjections(
  path: string,
  options: OpenOptions,
): Generator<AuditProgress, Result<RebuildReport>, void> {
  const file = resolve(path);
  const opened = openConnection(file, options);
  if (!opened.ok) return opened;
  const connection = opened.value;
  try {
    connection.exec('BEGIN IMMEDIATE');
    const projections = [...indexProjections(connection), ...options.projections];
    const before = tableDigests(connection, projections);
    const replayed = yield* replay(connection, connection, projections);
    if (!replayed.ok) return replayed;
    const differing = difference(before, tableDigests(connection, projections));
    const events = eventCount(connection);
    connection.exec('COMMIT');
    return ok({ events, differing });
  } catch (error) {
    const problem = fileProblem(error, file);
    if (problem === null) throw error;
    return { ok: false, problem };
  } finally {
    connection.close(); // rolls back what is not committed
  }
}

/**
 * Replays the history into a temporary database and compares the views of the file with it, without a write.
 * Errors: those of `openLedgerForReading`, `event-damaged`.
 */
export function* compareProjections(
  path: string,
  options: { readonly projections: readonly Projection[]; readonly migrationFolder?: string },
): Generator<AuditProgress, Result<RebuildReport>, void> {
  const file = resolve(path);
  const opened = connectToRead(file);
  if (!opened.ok) return opened;
  const connection = opened.value;
  const model = new Database('');
  try {
    const migrations = readMigrations(options.migrationFolder ?? defaultMigrationFolder);
    const checked = checkSchema(connection, file, migrations);
    if (!checked.ok) return checked;
    if (checked.value < migrations.length) return olderSchema(file);
    model.pragma('foreign_keys = OFF');
    model.exec('BEGIN');
    applyMigrations(model, migrations);
    const projections = [...indexProjections(connection), ...options.projections];
    const replayed = yield* replay(connection, model, projections);
    if (!replayed.ok) return replayed;
    const differing = difference(tableDigests(connection, projections), tableDigests(model, projections));
    return ok({ events: eventCount(connection), differing });
  } catch (error) {
    const problem = fileProblem(error, file);
    if (problem === null) throw error;
    return { ok: false, problem };
  } finally {
    model.close();
    connection.close();
  }
}

function eventCount(connection: Connection): number {
  return Number(connection.prepare('SELECT count(*) FROM event').pluck().get());
}
