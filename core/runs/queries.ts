import { z } from 'zod';
import type { RunDetail, RunRow } from '../api/index.ts';
import type { Json } from '../canonical/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { type MachineDefinition, type MachineSnapshot, readSnapshot } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { readLedgerRecord } from '../stores/index.ts';
import { describeRunEvent } from './describe.ts';
import { storedMachineOf } from './stored-machines.ts';
import { templateEngine } from './template-engine.ts';

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

function rowOf(stored: StoredRow): RunRow {
  const { error_type: type, error_message: message } = stored;
  return {
    executionId: stored.execution_id,
    machine: stored.machine,
    status: stored.status,
    sign: signs[stored.status],
    state: stored.state,
    step: stored.step,
    apiCalls: stored.api_calls,
    cost: stored.cost,
    parent: stored.parent,
    waitingFor: stored.waiting_for,
    error: type === null ? null : { type, message: message ?? '' },
    startedAt: stored.started_at,
    changedAt: stored.changed_at,
  };
}

export interface RunQuery {
  readonly status?: RunRow['status'] | undefined;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Runs, newest first, a keyset page at a time. */
export function listRuns(
  reader: LedgerReader,
  { status, cursor, limit }: RunQuery,
): { rows: RunRow[]; next: string | null; total: number } {
  const [where, values] = status === undefined ? ['1 = 1', []] : ['status = ?', [status]];
  const before = cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor);
  const rows = reader.select(
    `SELECT ${columns} FROM machine_runs WHERE ${where} AND started_seq < ? ORDER BY started_seq DESC, execution_id LIMIT ?`,
    [...values, Number.isSafeInteger(before) ? before : 0, limit],
    storedRow,
  );
  const [count] = reader.select(
    `SELECT count(*) AS total FROM machine_runs WHERE ${where}`,
    values,
    z.object({ total: z.number() }),
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { rows: rows.map(rowOf), next: last === undefined ? null : `${last.started_seq}`, total: count?.total ?? 0 };
}

/** One run with its graph, its events and its children. Errors: `run-unknown`, `machine-unknown`. */
export async function getRun(reader: LedgerReader, executionId: string): Promise<Result<RunDetail>> {
  const stored = findRow(reader, executionId);
  if (!stored.ok) return stored;
  const definition = await storedMachineOf(reader, executionId, await templateEngine());
  if (!definition.ok) return definition;
  const limit = 500;
  const page = reader.page({ filter: { subject: `run:${executionId}` }, limit, direction: 'descending' });
  const children = reader.select(
    `SELECT ${columns} FROM machine_runs WHERE parent = ? ORDER BY started_seq LIMIT ?`,
    [executionId, limit],
    storedRow,
  );
  return ok({
    row: rowOf(stored.value),
    graph: graphOf(definition.value),
    steps: page.events.toReversed().map((event) => ({
      seq: event.seq,
      at: event.at,
      type: event.type,
      step: typeof event.data.step === 'number' ? event.data.step : null,
      summary: describeRunEvent(event) ?? event.type,
    })),
    children: children.map(rowOf),
    truncated: page.next !== null,
  });
}

/** The context after a step and the one before it. Errors: `run-unknown`, `step-unknown`, `checkpoint-damaged`. */
export function getRunContext(
  reader: LedgerReader,
  executionId: string,
  step: number,
): Result<{ step: number; state: string; context: string; before: string | null }> {
  const stored = findRow(reader, executionId);
  if (!stored.ok) return stored;
  const [after, before] = [snapshotAt(reader, executionId, step), snapshotAt(reader, executionId, step - 1)];
  if (!after.ok) return after;
  if (!before.ok) return before;
  if (after.value === null) return fail('step-unknown', `The run has no checkpoint of step ${step}`, executionId);
  const { current_state: state, context } = after.value;
  return ok({ step, state, context: indented(context), before: before.value && indented(before.value.context) });
}

function indented(context: Json): string {
  return JSON.stringify(context, null, 2);
}

function snapshotAt(reader: LedgerReader, executionId: string, step: number): Result<MachineSnapshot | null> {
  if (step < 0) return ok(null);
  const key = `checkpoints/${executionId}/${String(step).padStart(10, '0')}`;
  const record = readLedgerRecord(reader, key);
  if (!record.ok) return fail('checkpoint-damaged', record.problem.message, key);
  return record.value === null ? ok(null) : readSnapshot(record.value, key);
}

function findRow(reader: LedgerReader, executionId: string): Result<StoredRow> {
  const [row] = reader.select(`SELECT ${columns} FROM machine_runs WHERE execution_id = ?`, [executionId], storedRow);
  return row === undefined ? fail('run-unknown', `There is no run ${executionId}`, executionId) : ok(row);
}

/** States and the ways between them. */
export function graphOf(definition: MachineDefinition): RunDetail['graph'] {
  const states = [...definition.states.values()];
  return {
    initial: definition.initial,
    nodes: states.map((state) => ({
      state: state.name,
      final: state.final,
      work: workOf(state),
    })),
    edges: states.flatMap((state) => [
      ...state.transitions.map(({ condition, to }) => ({
        from: state.name,
        to,
        condition: condition?.text ?? null,
        onError: null,
      })),
      ...Object.entries(state.onError).map(([type, to]) => ({ from: state.name, to, condition: null, onError: type })),
    ]),
  };
}

function workOf(state: MachineDefinition['states'] extends ReadonlyMap<string, infer S> ? S : never): string | null {
  if (state.machine !== null) {
    const calls = state.machine.kind === 'list' ? state.machine.calls : [state.machine.call];
    return `machine ${calls.map(({ name }) => name).join(', ')}`;
  }
  if (state.agent !== null) return `agent ${state.agent}`;
  if (state.action !== null) return `action ${state.action}`;
  return state.launches.length > 0 ? `launch ${state.launches.map(({ name }) => name).join(', ')}` : null;
}
