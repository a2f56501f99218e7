import { z } from 'zod';
import {
  type GateRow,
  type GateState,
  gateStateSchema,
  type OperationOutput,
  type Role,
  roleSchema,
  type Sign,
} from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { type Clock, isoTime } from '../world/index.ts';

export interface GateListQuery {
  readonly state?: GateState | undefined;
  /** Substring of id, title, action class or requester. */
  readonly text?: string | undefined;
  /** `next` of the page before, or null. */
  readonly cursor: string | null;
  /** 1..500. */
  readonly limit: number;
}

/** A gate as a row of the queue, with expiry enforced at `now` whether or not a sweep has recorded it. */
const shownState = `CASE WHEN state = 'pending' AND expires_at <= ? THEN 'expired' ELSE state END`;
const columns = `gate_id, request_seq, ${shownState} AS state, title, action, requester_id, required_role, task_id,
  agent_id, requested_at, expires_at, decided_by, decided_at`;

const storedRow = z.object({
  gate_id: z.string(),
  request_seq: z.number().int(),
  state: gateStateSchema,
  title: z.string(),
  action: z.string(),
  requester_id: z.string(),
  required_role: roleSchema,
  task_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  requested_at: z.string(),
  expires_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
});
type StoredRow = z.infer<typeof storedRow>;

function conditionsOf(
  { state, text }: GateListQuery,
  now: string,
): { readonly where: string; readonly parameters: readonly (string | number)[] } {
  const conditions: string[] = [];
  const parameters: (string | number)[] = [];
  if (state !== undefined) {
    const condition = stateCondition(state, now);
    conditions.push(condition.sql);
    parameters.push(...condition.parameters);
  }
  if (text !== undefined && text !== '') {
    conditions.push(
      `(gate_id || char(10) || title || char(10) || action || char(10) || requester_id) LIKE ? ESCAPE '\\'`,
    );
    parameters.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  }
  return { where: conditions.length === 0 ? 'TRUE' : conditions.join(' AND '), parameters };
}

/** A page of gates, newest request first. */
export function listGates(reader: LedgerReader, query: GateListQuery, clock: Clock): OperationOutput<'gates.list'> {
  const now = isoTime(clock.now());
  const { where, parameters } = conditionsOf(query, now);
  const after = query.cursor === null ? Number.MAX_SAFE_INTEGER : Number.parseInt(query.cursor, 10);
  const rows = reader.select(
    `SELECT ${columns} FROM gate WHERE ${where} AND request_seq < ? ORDER BY request_seq DESC LIMIT ?`,
    [now, ...parameters, Number.isNaN(after) ? 0 : after, query.limit + 1],
    storedRow,
  );
  const [count] = reader.select(
    `SELECT count(*) AS total FROM gate WHERE ${where}`,
    parameters,
    z.object({ total: z.number().int() }),
  );
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next = rows.length > query.limit && last !== undefined ? String(last.request_seq) : null;
  return { rows: shown.map(gateRow), next, total: count?.total ?? 0 };
}

/** `shownState = state`, in a form that the index on the stored state can serve. */
function stateCondition(
  state: GateState,
  now: string,
): { readonly sql: string; readonly parameters: readonly string[] } {
  if (state === 'pending') {
    return { sql: `state = 'pending' AND (expires_at IS NULL OR expires_at > ?)`, parameters: [now] };
  }
  if (state === 'expired') {
    return { sql: `(state = 'expired' OR (state = 'pending' AND expires_at <= ?))`, parameters: [now] };
  }
  return { sql: 'state = ?', parameters: [state] };
}

/** One gate as a row, or null. */
export function findGate(reader: LedgerReader, gateId: string, clock: Clock): GateRow | null {
  const [row] = reader.select(
    `SELECT ${columns} FROM gate WHERE gate_id = ?`,
    [isoTime(clock.now()), gateId],
    storedRow,
  );
  return row === undefined ? null : gateRow(row);
}

/** Who wants to do what, as the request says it; null for a gate that nobody knows. */
export function gateTitle(reader: LedgerReader, gateId: string): string | null {
  const [row] = reader.select('SELECT title FROM gate WHERE gate_id = ?', [gateId], z.object({ title: z.string() }));
  return row?.title ?? null;
}

/** How a gate is called in a sentence: its title in quotes, on one line; its id where there is none. */
export function gateName(reader: LedgerReader, gateId: string): string {
  const title = gateTitle(reader, gateId);
  return title === null ? gateId : `“${title.replace(/\s+/gu, ' ')}”`;
}

/** How many gates wait for a person. */
export function countWaitingGates(reader: LedgerReader, clock: Clock): number {
  const waiting = stateCondition('pending', isoTime(clock.now()));
  const [row] = reader.select(
    `SELECT count(*) AS waiting FROM gate WHERE ${waiting.sql}`,
    waiting.parameters,
    z.object({ waiting: z.number().int() }),
  );
  return row?.waiting ?? 0;
}

function gateRow(row: StoredRow): GateRow {
  return {
    gateId: row.gate_id,
    state: row.state,
    sign: signOf(row.state),
    title: row.title,
    action: row.action,
    requester: row.requester_id,
    taskId: row.task_id,
    agentId: row.agent_id,
    requiredRole: row.required_role satisfies Role,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  };
}

const signs: Readonly<Record<GateState, Sign>> = {
  pending: 'pending',
  approved: 'verified',
  rejected: 'failed',
  terminated: 'failed',
  edited: 'inconclusive',
  responded: 'inconclusive',
  expired: 'inconclusive',
  withdrawn: 'skipped',
};

function signOf(state: GateState): Sign {
  return signs[state];
}
