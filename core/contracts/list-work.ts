import { z } from 'zod';
import {
  type OperationOutput,
  type OperationParsed,
  type Sign,
  supervisionLevelSchema,
  type WorkOutcome,
  type WorkRow,
  workOutcomeSchema,
} from '../api/index.ts';
import type { LedgerReader, SqlValue } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

const outcomeSigns = {
  issued: 'pending',
  verified: 'verified',
  hallucinated: 'failed',
  inconclusive: 'inconclusive',
  blocked: 'blocked',
  failed: 'failed',
} as const satisfies Record<WorkOutcome, Sign>;

const columns = `work.task_id, work.agent_id, work.issued_seq, work.title, work.outcome, work.gate_failed, work.score,
  work.reputation_after, work.level, work.unsandboxed, work.derived, work.issued_at, work.finished_at,
  (SELECT gate_id FROM work_gates WHERE work_gates.task_id = work.task_id AND work_gates.agent_id = work.agent_id
     AND waiting = 1 ORDER BY seq LIMIT 1) AS waiting_gate_id`;

const storedRow = z.object({
  task_id: z.string(),
  agent_id: z.string(),
  issued_seq: z.number(),
  title: z.string(),
  outcome: workOutcomeSchema,
  gate_failed: z.string().nullable(),
  score: z.number().nullable(),
  reputation_after: z.number().nullable(),
  level: supervisionLevelSchema,
  unsandboxed: z.number(),
  derived: z.number(),
  issued_at: z.string(),
  finished_at: z.string().nullable(),
  waiting_gate_id: z.string().nullable(),
});

function workRow(row: z.infer<typeof storedRow>): WorkRow {
  return {
    taskId: row.task_id,
    title: row.title,
    agentId: row.agent_id,
    outcome: row.outcome,
    sign: outcomeSigns[row.outcome],
    gateFailed: row.gate_failed,
    score: row.score,
    reputationAfter: row.reputation_after,
    level: row.level,
    unsandboxed: row.unsandboxed === 1,
    derived: row.derived === 1,
    issuedAt: row.issued_at,
    finishedAt: row.finished_at,
    waitingGateId: row.waiting_gate_id,
  };
}

interface Filter {
  readonly where: readonly string[];
  readonly parameters: readonly SqlValue[];
}

function filterOf(query: OperationParsed<'work.list'>): Filter {
  const where: string[] = [];
  const parameters: SqlValue[] = [];
  if (query.agentId !== undefined) {
    where.push('work.agent_id = ?');
    parameters.push(query.agentId);
  }
  if (query.outcome !== undefined) {
    where.push('work.outcome = ?');
    parameters.push(query.outcome);
  }
  if (query.text !== undefined && query.text.trim() !== '') {
    where.push(
      `(work.title LIKE ? ESCAPE '\\' OR work.task_id LIKE ? ESCAPE '\\' OR work.agent_id LIKE ? ESCAPE '\\')`,
    );
    const pattern = `%${query.text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
    parameters.push(pattern, pattern, pattern);
  }
  return { where, parameters };
}

function whereClause(where: readonly string[]): string {
  return where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
}

/** A keyset page of work, the newest contract first. Error: `cursor-invalid`. */
export function listWork(
  reader: LedgerReader,
  query: OperationParsed<'work.list'>,
): Result<OperationOutput<'work.list'>> {
  const filter = filterOf(query);
  const count = reader.select(
    `SELECT COUNT(*) AS total FROM work ${whereClause(filter.where)}`,
    filter.parameters,
    z.object({ total: z.number() }),
  );
  const where = [...filter.where];
  const parameters = [...filter.parameters];
  if (query.cursor !== null) {
    const after = Number(query.cursor);
    if (!Number.isSafeInteger(after)) return fail('cursor-invalid', 'The cursor is not one of this list', 'cursor');
    where.push('work.issued_seq < ?');
    parameters.push(after);
  }
  const rows = reader.select(
    `SELECT ${columns} FROM work ${whereClause(where)} ORDER BY work.issued_seq DESC LIMIT ?`,
    [...parameters, query.limit + 1],
    storedRow,
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next = rows.length > query.limit && last !== undefined ? String(last.issued_seq) : null;
  return ok({ rows: page.map(workRow), next, total: count[0]?.total ?? 0 });
}

/** Where the events of one piece of work stand in the tree. */
export interface WorkPointers {
  readonly issued: number;
  readonly started: number | null;
  readonly report: number | null;
  readonly verified: number | null;
  readonly scored: number | null;
  readonly cancelled: number | null;
  readonly landed: number | null;
  readonly diff: number | null;
}

const pointerColumns = z.object({
  started_seq: z.number().nullable(),
  report_seq: z.number().nullable(),
  verified_seq: z.number().nullable(),
  scored_seq: z.number().nullable(),
  cancelled_seq: z.number().nullable(),
  landed_seq: z.number().nullable(),
  diff_seq: z.number().nullable(),
});

/** One piece of work. */
export interface FoundWork {
  readonly row: WorkRow;
  readonly pointers: WorkPointers;
}

/**
 * Finds a task's work; without an agent the newest contract of that task. Errors: `task-unknown`, with the agent as
 * place when that agent has no such task.
 */
export function findWork(reader: LedgerReader, taskId: string, agentId?: string): Result<FoundWork> {
  const byAgent = agentId === undefined ? '' : 'AND work.agent_id = ?';
  const [found] = reader.select(
    `SELECT ${columns}, started_seq, report_seq, verified_seq, scored_seq, cancelled_seq, landed_seq, diff_seq
     FROM work WHERE work.task_id = ? ${byAgent} ORDER BY work.issued_seq DESC LIMIT 1`,
    agentId === undefined ? [taskId] : [taskId, agentId],
    storedRow.extend(pointerColumns.shape),
  );
  if (found === undefined) {
    return fail('task-unknown', `There is no task ${JSON.stringify(taskId)} in this ledger`, agentId ?? taskId);
  }
  return ok({
    row: workRow(found),
    pointers: {
      issued: found.issued_seq,
      started: found.started_seq,
      report: found.report_seq,
      verified: found.verified_seq,
      scored: found.scored_seq,
      cancelled: found.cancelled_seq,
      landed: found.landed_seq,
      diff: found.diff_seq,
    },
  });
}

/** Every human gate of the work, in the order in which they were asked for. */
export function gatesOfWork(reader: LedgerReader, taskId: string, agentId: string): readonly string[] {
  return reader
    .select(
      'SELECT gate_id FROM work_gates WHERE task_id = ? AND agent_id = ? ORDER BY seq',
      [taskId, agentId],
      z.object({ gate_id: z.string() }),
    )
    .map((row) => row.gate_id);
}
