import { z } from 'zod';
import type { DebateRow, OperationOutput, OperationParsed, Sign } from '../../api/index.ts';
import type { LedgerReader, SqlValue } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type StopReason, stopReasons } from '../debate-state.ts';

const gatePrefix = 'gate:';

/** A debate that has stopped has a reason; until then its run says how it stands. */
const status = `CASE
  WHEN stop_reason IS NOT NULL THEN 'stopped'
  WHEN run.status = 'parked' AND run.waiting_for LIKE '${gatePrefix}%' THEN 'parked'
  WHEN run.status IN ('failed', 'done') THEN 'failed'
  WHEN run.status = 'cancelled' THEN 'cancelled'
  ELSE 'running' END`;

const source = `SELECT debates.*, ${status} AS status,
  max(debates.changed_at, coalesce(run.changed_at, '')) AS moved_at,
  CASE WHEN stop_reason IS NULL AND run.status = 'parked' THEN run.waiting_for END AS waiting_for
  FROM debates LEFT JOIN machine_runs AS run ON run.execution_id = debates.run_id`;

const storedRow = z.object({
  debate_id: z.string(),
  run_id: z.string(),
  deal_id: z.string(),
  title: z.string(),
  agents: z.enum(['rules', 'llm', 'replay']),
  status: z.enum(['running', 'parked', 'stopped', 'failed', 'cancelled']),
  round: z.number(),
  max_rounds: z.number(),
  messages: z.number(),
  rejected: z.number(),
  dissent: z.number(),
  stop_reason: z.enum(stopReasons).nullable(),
  waiting_for: z.string().nullable(),
  started_at: z.string(),
  moved_at: z.string(),
  started_seq: z.number(),
  stopped_seq: z.number().nullable(),
});

export interface StoredDebate {
  readonly row: DebateRow;
  readonly startedSeq: number;
  readonly stoppedSeq: number | null;
}

function conditionsOf({ status, text }: OperationParsed<'debates.list'>): {
  readonly where: string;
  readonly values: readonly SqlValue[];
} {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (status !== undefined) {
    conditions.push('status = ?');
    values.push(status);
  }
  if (text !== undefined && text !== '') {
    conditions.push(
      `(debate_id || char(10) || title || char(10) || deal_id || char(10) || coalesce(stop_reason, ''))
         LIKE ? ESCAPE '\\'`,
    );
    values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  }
  return { where: conditions.length === 0 ? 'TRUE' : conditions.join(' AND '), values };
}

/** Debates, newest first, a keyset page at a time. */
export function listDebates(
  reader: LedgerReader,
  query: OperationParsed<'debates.list'>,
): OperationOutput<'debates.list'> {
  const { where, values } = conditionsOf(query);
  const before = query.cursor === null ? Number.MAX_SAFE_INTEGER : Number(query.cursor);
  const found = reader.select(
    `SELECT * FROM (${source}) WHERE ${where} AND started_seq < ? ORDER BY started_seq DESC LIMIT ?`,
    [...values, Number.isSafeInteger(before) ? before : 0, query.limit + 1],
    storedRow,
  );
  const [count] = reader.select(
    `SELECT count(*) AS total FROM (${source}) WHERE ${where}`,
    values,
    z.object({ total: z.number() }),
  );
  const shown = found.slice(0, query.limit);
  const last = found.length > query.limit ? shown.at(-1) : undefined;
  return { rows: shown.map(rowOf), next: last === undefined ? null : `${last.started_seq}`, total: count?.total ?? 0 };
}

/** One debate. Error: `debate-unknown`. */
export function findDebate(reader: LedgerReader, debateId: string): Result<StoredDebate> {
  const [found] = reader.select(`SELECT * FROM (${source}) WHERE debate_id = ?`, [debateId], storedRow);
  if (found === undefined) return fail('debate-unknown', `There is no debate ${debateId} in this ledger`, debateId);
  return ok({ row: rowOf(found), startedSeq: found.started_seq, stoppedSeq: found.stopped_seq });
}

/** The debate that a run holds; null for a run of anything else. */
export function debateOfRun(
  reader: LedgerReader,
  executionId: string,
): Pick<DebateRow, 'debateId' | 'title' | 'agents'> | null {
  const [found] = reader.select(`SELECT * FROM (${source}) WHERE run_id = ?`, [executionId], storedRow);
  return found === undefined ? null : { debateId: found.debate_id, title: found.title, agents: found.agents };
}

/** The run of the debate that opened this gate and waits for it, or null. */
export function debateRunWaitingFor(reader: LedgerReader, gateId: string): string | null {
  const [found] = reader.select(
    `SELECT * FROM (${source}) WHERE waiting_for = ? AND agents <> 'replay'`,
    [`${gatePrefix}${gateId}`],
    storedRow,
  );
  return found?.run_id ?? null;
}

const stopSigns: Readonly<Record<StopReason, Sign>> = {
  CONSENSUS: 'verified',
  STABLE_DISSENT: 'inconclusive',
  EVIDENCE_EXHAUSTED: 'inconclusive',
  MAX_ROUNDS: 'inconclusive',
  CRITICAL_DEFECT: 'failed',
};

const statusSigns: Readonly<Record<DebateRow['status'], Sign>> = {
  running: 'pending',
  parked: 'pending',
  stopped: 'inconclusive',
  failed: 'failed',
  cancelled: 'skipped',
};

function rowOf(stored: z.infer<typeof storedRow>): DebateRow {
  const { stop_reason: stopReason, waiting_for: waitingFor } = stored;
  return {
    debateId: stored.debate_id,
    title: stored.title,
    runId: stored.run_id,
    agents: stored.agents,
    status: stored.status,
    sign: stopReason === null ? statusSigns[stored.status] : stopSigns[stopReason],
    round: stored.round,
    maxRounds: stored.max_rounds,
    stopReason,
    waitingGateId: waitingFor?.startsWith(gatePrefix) === true ? waitingFor.slice(gatePrefix.length) : null,
    messages: stored.messages,
    rejected: stored.rejected,
    dissent: stored.dissent,
    startedAt: stored.started_at,
    changedAt: stored.moved_at,
  };
}
