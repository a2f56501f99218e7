import { z } from 'zod';
import type { LedgerEvent, Projection, ProjectionTables } from '../ledger/index.ts';
import { workScored } from '../reputation/index.ts';
import { contractIssued, contractStarted, reportReceived, workCancelled, workLanded, workVerified } from './events.ts';

/** What this room needs to know of the review room's events. */
const gateOpened = z.object({ gate_id: z.string(), task_id: z.string().nullable(), agent_id: z.string().nullable() });
const gateDecision = z.object({ statement: z.object({ gate_id: z.string() }), state: z.string() });
const gateClosed = z.object({ gate_id: z.string() });

/** One row per task and agent, and which human gates belong to it. */
export const workProjection: Projection = {
  name: 'work',
  tables: ['work', 'work_gates'],
  apply(event, tables) {
    switch (event.type) {
      case contractIssued.type:
        return applyIssued(event, tables);
      case contractStarted.type:
      case workCancelled.type:
      case reportReceived.type:
      case workLanded.type:
        return applyStep(event, tables);
      case workVerified.type:
        return applyVerified(event, tables);
      case workScored.type:
        return applyScored(event, tables);
      case 'gate.requested':
        return applyGateOpened(event, tables);
      case 'gate.decided': {
        const { statement, state } = gateDecision.parse(event.data);
        return state === 'pending' ? undefined : closeGate(statement.gate_id, tables);
      }
      case 'gate.expired':
      case 'gate.withdrawn':
        return closeGate(gateClosed.parse(event.data).gate_id, tables);
    }
  },
};

/** The typed data of an event that this program wrote itself; another shape is a bug. */
function dataOf<T>(
  definition: { read(event: LedgerEvent): { ok: true; value: T } | { ok: false } },
  event: LedgerEvent,
): T {
  const read = definition.read(event);
  if (!read.ok) throw new Error(`bug: event ${event.seq} is not a valid ${event.type}`);
  return read.value;
}

function applyIssued(event: LedgerEvent, tables: ProjectionTables): void {
  const data = dataOf(contractIssued, event);
  tables.run(
    `INSERT INTO work (task_id, agent_id, issued_seq, title, level, derived, issued_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [data.task_id, data.agent_id, event.seq, data.title, data.level, data.derived ? 1 : 0, event.at],
  );
}

const stepColumns: Readonly<Record<string, string>> = {
  [contractStarted.type]: 'started_seq',
  [workCancelled.type]: 'cancelled_seq',
  [reportReceived.type]: 'report_seq',
  [workLanded.type]: 'landed_seq',
};

const workOf = z.object({ task_id: z.string(), agent_id: z.string() });

function applyStep(event: LedgerEvent, tables: ProjectionTables): void {
  const { task_id, agent_id } = workOf.parse(event.data);
  const column = stepColumns[event.type];
  tables.run(`UPDATE work SET ${column} = ? WHERE task_id = ? AND agent_id = ?`, [event.seq, task_id, agent_id]);
  keepDiff(event, task_id, agent_id, tables);
}

function keepDiff(event: LedgerEvent, taskId: string, agentId: string, tables: ProjectionTables): void {
  if (!event.payloads.some(({ name }) => name === 'diff')) return;
  tables.run('UPDATE work SET diff_seq = ? WHERE task_id = ? AND agent_id = ?', [event.seq, taskId, agentId]);
}

function applyVerified(event: LedgerEvent, tables: ProjectionTables): void {
  const data = dataOf(workVerified, event);
  tables.run(
    `UPDATE work SET verified_seq = ?, gate_failed = ?, unsandboxed = ?, finished_at = ?,
       outcome = CASE WHEN ? = 'inconclusive' THEN 'inconclusive' ELSE outcome END
     WHERE task_id = ? AND agent_id = ?`,
    [event.seq, data.gate_failed, data.unsandboxed ? 1 : 0, event.at, data.verdict, data.task_id, data.agent_id],
  );
  keepDiff(event, data.task_id, data.agent_id, tables);
}

function applyScored(event: LedgerEvent, tables: ProjectionTables): void {
  const data = dataOf(workScored, event);
  tables.run(
    `UPDATE work SET scored_seq = ?, outcome = ?, score = ?, reputation_after = ?, finished_at = ?
     WHERE task_id = ? AND agent_id = ?`,
    [event.seq, data.outcome, data.score, data.reputation_after, event.at, data.task_id, data.agent_id],
  );
}

function applyGateOpened(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateOpened.parse(event.data);
  if (data.task_id === null || data.agent_id === null) return;
  tables.run('INSERT INTO work_gates (gate_id, task_id, agent_id, seq) VALUES (?, ?, ?, ?)', [
    data.gate_id,
    data.task_id,
    data.agent_id,
    event.seq,
  ]);
}

function closeGate(gateId: string, tables: ProjectionTables): void {
  tables.run('UPDATE work_gates SET waiting = 0 WHERE gate_id = ?', [gateId]);
}
