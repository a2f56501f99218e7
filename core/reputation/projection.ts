import { z } from 'zod';
import type { LedgerEvent, Projection, ProjectionTables } from '../ledger/index.ts';
import { required } from '../problem/index.ts';
import { probationAction, probationGranted, type WorkScored, workScored } from './events.ts';
import { startingReputation, supervisionLevel } from './reputation.ts';

/** What this room needs to know of the contracts room's events. */
const issued = z.object({ agent_id: z.string() });
const verified = z.object({
  agent_id: z.string(),
  verdict: z.enum(['verified', 'failed', 'inconclusive']),
  replaces: z.literal('inconclusive').nullable(),
});

/** What it needs to know of the review room's. */
const gateRequested = z.object({ gate_id: z.string(), action: z.string(), agent_id: z.string().nullable() });

const counters = {
  verified: 'verified',
  hallucinated: 'hallucinated',
  blocked: 'blocked',
  failed: 'failures',
} as const satisfies Record<WorkScored['outcome'], string>;

/** Agents and the history of their reputation, from the events of contracts and of this room. */
export const agentsProjection: Projection = {
  name: 'agents',
  tables: ['agents', 'reputation_points'],
  apply(event, tables) {
    switch (event.type) {
      case 'contract.issued':
        return countIssued(event, tables);
      case 'work.verified':
        return countInconclusive(event, tables);
      case workScored.type:
        return addScore(event, tables);
      case probationGranted.type:
        return startProbation(event, tables);
      case 'gate.requested':
        return keepProbationGate(event, tables);
    }
  },
};

function ensureAgent(agentId: string, at: string, tables: ProjectionTables): void {
  tables.run(
    `INSERT INTO agents (agent_id, reputation, level, last_seen) VALUES (?, ?, ?, ?)
     ON CONFLICT (agent_id) DO UPDATE SET last_seen = excluded.last_seen`,
    [agentId, startingReputation, startingLevel(), at],
  );
}

function startingLevel(): string {
  const level = supervisionLevel(startingReputation);
  return required(level.ok ? level.value : null, 'the level of the starting reputation');
}

function countIssued(event: LedgerEvent, tables: ProjectionTables): void {
  const { agent_id } = issued.parse(event.data);
  ensureAgent(agent_id, event.at, tables);
  tables.run('UPDATE agents SET tasks = tasks + 1 WHERE agent_id = ?', [agent_id]);
}

function countInconclusive(event: LedgerEvent, tables: ProjectionTables): void {
  const data = verified.parse(event.data);
  ensureAgent(data.agent_id, event.at, tables);
  if (data.verdict !== 'inconclusive' || data.replaces !== null) return;
  tables.run('UPDATE agents SET inconclusive = inconclusive + 1 WHERE agent_id = ?', [data.agent_id]);
}

function addScore(event: LedgerEvent, tables: ProjectionTables): void {
  const read = workScored.read(event);
  if (!read.ok) throw new Error(read.problem.message);
  const data = read.value;
  ensureAgent(data.agent_id, event.at, tables);
  const counter = counters[data.outcome];
  tables.run(
    `UPDATE agents SET reputation = ?, level = ?, ${counter} = ${counter} + 1, inconclusive = inconclusive - ?,
       probation = CASE WHEN ? = 'suspended' THEN probation ELSE 0 END
     WHERE agent_id = ?`,
    [data.reputation_after, data.level_after, data.replaces === null ? 0 : 1, data.level_after, data.agent_id],
  );
  tables.run(
    `INSERT INTO reputation_points (seq, agent_id, at, task_id, title, outcome, score, reputation, level, derived)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      event.seq,
      data.agent_id,
      event.at,
      data.task_id,
      data.title,
      data.outcome,
      data.score,
      data.reputation_after,
      data.level_after,
      data.derived ? 1 : 0,
    ],
  );
}

function startProbation(event: LedgerEvent, tables: ProjectionTables): void {
  const read = probationGranted.read(event);
  if (!read.ok) throw new Error(read.problem.message);
  tables.run('UPDATE agents SET probation = 1 WHERE agent_id = ?', [read.value.agent_id]);
}

function keepProbationGate(event: LedgerEvent, tables: ProjectionTables): void {
  const { gate_id, action, agent_id } = gateRequested.parse(event.data);
  if (action !== probationAction || agent_id === null) return;
  tables.run('UPDATE agents SET probation_gate_id = ? WHERE agent_id = ?', [gate_id, agent_id]);
}
