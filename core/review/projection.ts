import type { LedgerEvent, Projection, ProjectionTables } from '../ledger/index.ts';
import { gateConsumed, gateDecided, gateExpired, gateRefused, gateRequested, gateWithdrawn } from './events.ts';

/** The tables behind the queue of gates (migration 0003). Only views read them; decisions read the events. */
export const gateProjection: Projection = {
  name: 'gates',
  tables: ['gate', 'gate_decision'],
  apply: (event, tables) => {
    switch (event.type) {
      case gateRequested.type:
        return applyRequested(event, tables);
      case gateDecided.type:
        return applyDecided(event, tables);
      case gateRefused.type:
        return applyRefused(event, tables);
      case gateExpired.type:
        return applyExpired(event, tables);
      case gateWithdrawn.type:
        return applyWithdrawn(event, tables);
      case gateConsumed.type:
        return applyConsumed(event, tables);
    }
  },
};

function applyRequested(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateRequested.read(event);
  if (!data.ok) return;
  const gate = data.value;
  tables.run(
    `INSERT INTO gate (gate_id, request_seq, state, title, action, requester_id, required_role, task_id, agent_id,
       requested_at, expires_at)
     VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (gate_id) DO NOTHING`,
    [
      gate.gate_id,
      event.seq,
      gate.title,
      gate.action,
      gate.requester.id,
      gate.required_role,
      gate.task_id,
      gate.agent_id,
      event.at,
      gate.expires_at,
    ],
  );
}

function applyDecided(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateDecided.read(event);
  if (!data.ok) return;
  const { statement, state } = data.value;
  if (state !== 'pending') {
    tables.run('UPDATE gate SET state = ?, decided_by = ?, decided_at = ? WHERE gate_id = ?', [
      state,
      statement.reviewer_id,
      event.at,
      statement.gate_id,
    ]);
  }
  tables.run(
    `INSERT INTO gate_decision (seq, gate_id, at, reviewer_id, role, verb, reason, refusal)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
    [event.seq, statement.gate_id, event.at, statement.reviewer_id, statement.role, statement.verb, statement.reason],
  );
}

function applyRefused(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateRefused.read(event);
  if (!data.ok) return;
  const { gate_id: gateId, reviewer_id: reviewerId, role, verb, reason, code } = data.value;
  tables.run(
    `INSERT INTO gate_decision (seq, gate_id, at, reviewer_id, role, verb, reason, refusal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [event.seq, gateId, event.at, reviewerId, role, verb, reason, code],
  );
}

function applyExpired(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateExpired.read(event);
  if (data.ok) closePending(tables, data.value.gate_id, 'expired');
}

function applyWithdrawn(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateWithdrawn.read(event);
  if (data.ok) closePending(tables, data.value.gate_id, 'withdrawn');
}

function closePending(tables: ProjectionTables, gateId: string, state: 'expired' | 'withdrawn'): void {
  tables.run(`UPDATE gate SET state = ? WHERE gate_id = ? AND state = 'pending'`, [state, gateId]);
}

function applyConsumed(event: LedgerEvent, tables: ProjectionTables): void {
  const data = gateConsumed.read(event);
  if (!data.ok) return;
  tables.run('UPDATE gate SET consumed_seq = ? WHERE gate_id = ? AND consumed_seq IS NULL', [
    event.seq,
    data.value.gate_id,
  ]);
}
