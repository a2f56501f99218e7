import { z } from 'zod';
import type { RunRow } from '../api/index.ts';
import type { LedgerReader, SqlValue } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { placeOfRun } from './place.ts';
import { newestStates } from './taken-ways.ts';

const columns = `execution_id, machine, digest, parent, status, state, step, api_calls, cost, waiting_for, error_type,
  error_message, started_at, changed_at, started_seq`;

const storedRow = z.object({
  execution_id: z.string(),
  machine: z.string(),
  digest: z.string(),
  parent: z.string().nullable(),
  status: z.enum(['running', 'parked', 'done', 'failed', 'cancelled']),
  state: z.string(),
  step: z.number(),
  api_calls: z.number(),
  cost: z.number(),
  waiting_for: z.string().nullable(),
  error_type: z.string().nullable(),
  error_message: z.string().nullable(),
  started_at: z.string(),
  changed_at: z.string(),
  started_seq: z.number(),
});
type StoredRow = z.output<typeof storedRow>;

const signs = {
  running: 'pending',
  parked: 'blocked',
  done: 'verified',
  failed: 'failed',
  cancelled: 'skipped',
} as const;

/** Characters of an error's message in a list: the whole of it stands in the event. */
const shownMessage = 2000;

function rowOf(reader: LedgerReader, stored: StoredRow): RunRow {
  const { error_type: type, error_message: message, waiting_for: waitingFor } = stored;
  const place = stored.status === 'running' ? placeOfRun(reader, stored.execution_id, stored.step) : null;
  return {
    executionId: stored.execution_id,
    machine: stored.machine,
    status: stored.status,
    // A person is waited for: the sign of UI.md for that, not the one of an honest stop.
    sign: stored.status === 'parked' && waitingFor?.startsWith('gate:') === true ? 'pending' : signs[stored.status],
    state: stored.state,
    step: stored.step,
    apiCalls: stored.api_calls,
    cost: stored.cost,
    parent: stored.parent,
    waitingFor,
    error: type === null ? null : { type, message: (message ?? '').slice(0, shownMessage) },
    startedAt: stored.started_at,
    changedAt: stored.changed_at,
    ...place,
  };
}

export interface RunPage {
  readonly rows: RunRow[];
  readonly next: string | null;
  readonly total: number;
}

export interface RunQuery {
  readonly status?: RunRow['status'] | undefined;
  /** Substring of id, machine, state, error or what is waited for. */
  readonly text?: string | undefined;
  /** Leave out the runs that other runs called or launched. */
  readonly topOnly?: boolean;
  readonly cursor: string | null;
  /** 1..500. */
  readonly limit: number;
}

/**
 * The row of a run at work says where it began or went on; the way it took last leads to where it stands. Takes
 * `newestStates` as its parameter.
 */
const stateNow = `coalesce(
  (SELECT value FROM json_each(?) WHERE json_each.key = machine_runs.execution_id),
  (SELECT to_state FROM machine_ways WHERE machine_ways.execution_id = machine_runs.execution_id
    ORDER BY last_step DESC LIMIT 1),
  machine_runs.state)`;

/** Runs, newest first, a keyset page at a time. */
export function listRuns(reader: LedgerReader, { status, text, topOnly, cursor, limit }: RunQuery): RunPage {
  const conditions: Condition[] = [];
  if (status !== undefined) conditions.push({ sql: 'status = ?', values: [status] });
  if (topOnly === true) conditions.push({ sql: 'parent IS NULL', values: [] });
  if (text !== undefined && text.trim() !== '') {
    const fields = ['execution_id', 'machine', stateNow, 'error_type', 'waiting_for'];
    const all = fields.map((field) => `coalesce(${field}, '')`).join(' || char(10) || ');
    const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push({ sql: `(${all}) LIKE ? ESCAPE '\\'`, values: [newestStates(reader), pattern] });
  }
  return pageOf(reader, conditions, 'DESC', cursor, limit);
}

export interface ChildQuery {
  readonly executionId: string;
  /** Only those of the step with this number, 1 for the first. */
  readonly step?: number | undefined;
  readonly cursor: string | null;
  /** 1..500. */
  readonly limit: number;
}

/** Runs that a run called or launched, in the order in which they began. */
export function listChildren(reader: LedgerReader, { executionId, step, cursor, limit }: ChildQuery): RunPage {
  const conditions: Condition[] = [{ sql: 'parent = ?', values: [executionId] }];
  if (step !== undefined) conditions.push({ sql: `${stepOfChild} = ?`, values: [executionId.length + 2, step] });
  return pageOf(reader, conditions, 'ASC', cursor, limit);
}

/** The number of a child's step: its id is the parent's, a dot, the steps finished before, and its place. */
const stepOfChild = 'CAST(substr(execution_id, ?) AS INTEGER) + 1';

/** How many runs each step from `first` to `last` called or launched, by the number of the step. */
export function countChildren(
  reader: LedgerReader,
  executionId: string,
  first: number,
  last: number,
): ReadonlyMap<number, number> {
  const rows = reader.select(
    `SELECT ${stepOfChild} AS step, count(*) AS total FROM machine_runs INDEXED BY machine_runs_by_parent
     WHERE parent = ? GROUP BY 1 HAVING step BETWEEN ? AND ?`,
    [executionId.length + 2, executionId, first, last],
    z.object({ step: z.number(), total: z.number() }),
  );
  return new Map(rows.map(({ step, total }) => [step, total]));
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function pageOf(
  reader: LedgerReader,
  conditions: readonly Condition[],
  order: 'ASC' | 'DESC',
  cursor: string | null,
  limit: number,
): RunPage {
  const where = ['TRUE', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  const [beyond, start] = order === 'ASC' ? ['>', -1] : ['<', Number.MAX_SAFE_INTEGER];
  const from = cursor === null ? start : Number(cursor);
  const rows = reader.select(
    `SELECT ${columns} FROM machine_runs WHERE ${where} AND started_seq ${beyond} ?
     ORDER BY started_seq ${order} LIMIT ?`,
    [...values, Number.isSafeInteger(from) ? from : start, limit + 1],
    storedRow,
  );
  const [count] = reader.select(
    `SELECT count(*) AS total FROM machine_runs WHERE ${where}`,
    values,
    z.object({ total: z.number() }),
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => rowOf(reader, row)),
    next: last === undefined ? null : `${last.started_seq}`,
    total: count?.total ?? 0,
  };
}

/** One run with the digest of its machine. Error: `run-unknown`. */
export function findRun(reader: LedgerReader, executionId: string): Result<{ row: RunRow; digest: string }> {
  const [stored] = reader.select(
    `SELECT ${columns} FROM machine_runs WHERE execution_id = ?`,
    [executionId],
    storedRow,
  );
  if (stored === undefined) return fail('run-unknown', `There is no run ${executionId}`, executionId);
  return ok({ row: rowOf(reader, stored), digest: stored.digest });
}
