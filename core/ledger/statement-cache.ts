import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SqlValue } from './port.ts';
import type { Connection } from './sqlite.ts';

type Statement = Database.Statement<unknown[], unknown>;

/** Prepares each SQL text once per connection. */
export class StatementCache {
  readonly #connection: Connection;
  readonly #rows = new Map<string, Statement>();
  readonly #plucked = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The statement whose rows are objects by column. Throws what SQLite says of a text it cannot prepare. */
  get(sql: string): Statement {
    return remembered(this.#rows, sql, () => this.#connection.prepare(sql));
  }

  /** The statement whose rows are their first column. */
  pluck(sql: string): Statement {
    return remembered(this.#plucked, sql, () => this.#connection.prepare(sql).pluck());
  }

  /** Rows checked by `schema`. A statement that writes is a bug of the caller. */
  select<T>(sql: string, parameters: readonly SqlValue[], schema: z.ZodType<T>): readonly T[] {
    const statement = this.get(sql);
    if (!statement.readonly || !statement.reader) throw new Error(`bug: select was given SQL that writes: ${sql}`);
    return rowsOf(schema).parse(statement.all(...parameters));
  }
}

/** Making a schema costs many times what checking a row with it does. */
const listSchemas = new WeakMap<z.ZodType, z.ZodType>();

function rowsOf<T>(schema: z.ZodType<T>): z.ZodType<T[]> {
  const known = listSchemas.get(schema);
  if (known !== undefined) return known as z.ZodType<T[]>;
  const list = z.array(schema);
  listSchemas.set(schema, list);
  return list;
}

function remembered(statements: Map<string, Statement>, sql: string, prepare: () => Statement): Statement {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = prepare();
  statements.set(sql, statement);
  return statement;
}
