/** Numbered migrations: each runs once, its text is pinned by SHA-256, and the schema must be what they produce. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import { applicationId, type Connection } from './sqlite.ts';

export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Hex SHA-256 of the file. */
  readonly sha256: string;
}

/** The folder beside `core/`; a bundled program passes its own. */
export const defaultMigrationFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Reads `0001-name.sql`, `0002-…`. A gap, a duplicate or an unreadable folder is a broken installation: it throws. */
export function readMigrations(folder: string = defaultMigrationFolder): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file));
  return files.sort().map((file, index) => {
    const bytes = readFileSync(join(folder, file));
    const number = Number(file.slice(0, 4));
    if (number !== index + 1) throw new Error(`bug: migration ${file} breaks the numbering 1, 2, 3 …`);
    return { number, name: file, sql: bytes.toString('utf8'), sha256: hash('sha256', bytes) };
  });
}

/** The newest migration that the file has seen; 0 for an empty file. */
function schemaVersion(connection: Connection): number {
  return z.number().parse(connection.pragma('user_version', { simple: true }));
}

/** Whether nothing was ever stored in the file. */
export function isBlank(connection: Connection): boolean {
  return (
    connection.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0 && schemaVersion(connection) === 0
  );
}

/** Runs the migrations that the file has not seen. Call inside a transaction. Returns how many ran. */
export function applyMigrations(connection: Connection, migrations: readonly Migration[]): number {
  const missing = migrations.filter((migration) => migration.number > schemaVersion(connection));
  for (const migration of missing) {
    connection.exec(migration.sql);
    connection
      .prepare('INSERT INTO migration (number, name, sha256) VALUES (?, ?, ?)')
      .run(migration.number, migration.name, migration.sha256);
    connection.pragma(`user_version = ${migration.number}`);
  }
  connection.pragma(`application_id = ${applicationId}`);
  return missing.length;
}

const record = z.object({ number: z.number(), name: z.string(), sha256: z.string() });

/**
 * Refuses a file whose schema is not exactly what this program's migrations produce. Errors: `ledger-not-a-ledger`,
 * `ledger-newer`, `ledger-migration-altered`, `ledger-schema-altered`.
 */
export function checkSchema(connection: Connection, path: string, migrations: readonly Migration[]): Result<number> {
  if (connection.pragma('application_id', { simple: true }) !== applicationId) {
    return fail('ledger-not-a-ledger', 'This SQLite file is not a ledger of Mizan', path);
  }
  const version = schemaVersion(connection);
  const known = migrations.slice(0, version);
  if (version > migrations.length) {
    return fail(
      'ledger-newer',
      `This ledger was written by a newer Mizan (schema ${version}, this one knows ${migrations.length}); update Mizan`,
      path,
    );
  }
  const schema = describeSchema(connection);
  const expected = expectedSchema(known);
  for (const [name, sql] of expected) {
    const found = schema.get(name);
    if (found === undefined) return fail('ledger-schema-altered', `${name} is missing from the ledger's schema`, path);
    if (found !== sql) return fail('ledger-schema-altered', `${name} of the ledger's schema was altered`, path);
  }
  for (const name of schema.keys()) {
    if (!expected.has(name)) return fail('ledger-schema-altered', `${name} does not belong to a ledger`, path);
  }
  const records = connection.prepare('SELECT number, name, sha256 FROM migration ORDER BY number').all();
  const stored = z.array(record).parse(records);
  const altered = Array.from({ length: Math.max(stored.length, version) }, (_, index) => index).find((index) => {
    const migration = known[index];
    const row = stored[index];
    return migration === undefined || row?.number !== migration.number || row.sha256 !== migration.sha256;
  });
  if (altered !== undefined) {
    return fail(
      'ledger-migration-altered',
      `The record of migration ${altered + 1} is not the one this Mizan knows; the file or Mizan was altered`,
      path,
    );
  }
  return ok(version);
}

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() });

/** Every table, index, view and trigger with its SQL. What SQLite keeps for itself is left out. */
function describeSchema(connection: Connection): ReadonlyMap<string, string | null> {
  const rows = connection
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`)
    .all();
  return new Map(
    z
      .array(schemaRow)
      .parse(rows)
      .map((row) => [`${row.type} ${row.name}`, row.sql]),
  );
}

function expectedSchema(migrations: readonly Migration[]): ReadonlyMap<string, string | null> {
  const model = new Database(':memory:');
  try {
    for (const migration of migrations) model.exec(migration.sql);
    return describeSchema(model);
  } finally {
    model.close();
  }
}
