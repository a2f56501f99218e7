import { z } from 'zod';
import type { LedgerEvent, Projection, ProjectionTables } from '../../ledger/index.ts';
import { workVerified } from '../events.ts';
import { findingMarked, findingRiskAsked } from './events.ts';

/** What this room needs to know of the review room's events. */
const gateDecided = z.object({
  statement: z.object({ gate_id: z.string(), reviewer_id: z.string(), reason: z.string().nullable() }),
  state: z.string(),
});

/** Every finding that was ever recorded, and what people said about it. */
export const findingsProjection: Projection = {
  name: 'findings',
  tables: ['work_findings'],
  apply(event, tables) {
    switch (event.type) {
      case workVerified.type:
        return applyVerified(event, tables);
      case findingMarked.type:
        return applyMarked(event, tables);
      case findingRiskAsked.type:
        return applyRiskAsked(event, tables);
      case 'gate.decided':
        return applyDecided(event, tables);
      case 'gate.withdrawn':
      case 'gate.expired':
        return applyClosed(event, tables);
    }
  },
};

function applyVerified(event: LedgerEvent, tables: ProjectionTables): void {
  const read = workVerified.read(event);
  if (!read.ok || read.value.dimensions === null) return;
  const { task_id: taskId, agent_id: agentId, dimensions } = read.value;
  for (const finding of dimensions.findings) {
    tables.run(
      `INSERT INTO work_findings
         (task_id, agent_id, finding_id, verified_seq, rule, severity, file, line, message)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (task_id, agent_id, finding_id) DO UPDATE SET verified_seq = excluded.verified_seq`,
      [
        taskId,
        agentId,
        finding.id,
        event.seq,
        finding.rule,
        finding.severity,
        finding.file,
        finding.line,
        finding.message,
      ],
    );
  }
}

function applyMarked(event: LedgerEvent, tables: ProjectionTables): void {
  const read = findingMarked.read(event);
  if (!read.ok) return;
  const { task_id, agent_id, finding_id, mark, reason } = read.value;
  const isAlarm = mark === 'false-alarm';
  tables.run(
    `UPDATE work_findings SET alarm_seq = ?, alarm_by = ?, alarm_at = ?, alarm_reason = ?
     WHERE task_id = ? AND agent_id = ? AND finding_id = ?`,
    [
      isAlarm ? event.seq : null,
      isAlarm ? event.actor.id : null,
      isAlarm ? event.at : null,
      isAlarm ? reason : null,
      task_id,
      agent_id,
      finding_id,
    ],
  );
}

function applyRiskAsked(event: LedgerEvent, tables: ProjectionTables): void {
  const read = findingRiskAsked.read(event);
  if (!read.ok) return;
  const { task_id, agent_id, finding_id, gate_id } = read.value;
  tables.run(
    `UPDATE work_findings
     SET risk_gate_id = ?, risk_state = 'asked', risk_by = NULL, risk_at = NULL, risk_reason = NULL
     WHERE task_id = ? AND agent_id = ? AND finding_id = ?`,
    [gate_id, task_id, agent_id, finding_id],
  );
}

function applyDecided(event: LedgerEvent, tables: ProjectionTables): void {
  const { statement, state } = gateDecided.parse(event.data);
  if (state === 'pending') return;
  tables.run(
    `UPDATE work_findings SET risk_state = ?, risk_by = ?, risk_at = ?, risk_reason = ? WHERE risk_gate_id = ?`,
    [
      state === 'approved' ? 'accepted' : 'refused',
      statement.reviewer_id,
      event.at,
      statement.reason,
      statement.gate_id,
    ],
  );
}

/** Nobody decided: it can be asked again. */
function applyClosed(event: LedgerEvent, tables: ProjectionTables): void {
  const { gate_id } = z.object({ gate_id: z.string() }).parse(event.data);
  tables.run(
    `UPDATE work_findings SET risk_gate_id = NULL, risk_state = NULL WHERE risk_gate_id = ? AND risk_state = 'asked'`,
    [gate_id],
  );
}
