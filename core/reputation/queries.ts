import { z } from 'zod';
import {
  type AgentSummary,
  type ReputationPoint,
  type SupervisionLevel,
  supervisionLevelSchema,
} from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { startingReputation } from './reputation.ts';

/** The newest points that one answer holds. */
const pointLimit = 5000;

const agentRow = z
  .object({
    agent_id: z.string(),
    reputation: z.number(),
    level: supervisionLevelSchema,
    probation: z.number(),
    tasks: z.number(),
    verified: z.number(),
    hallucinated: z.number(),
    blocked: z.number(),
    failures: z.number(),
    inconclusive: z.number(),
    last_seen: z.string(),
  })
  .transform(
    (row): AgentSummary => ({
      agentId: row.agent_id,
      reputation: row.reputation,
      level: row.level,
      probation: row.probation === 1,
      tasks: row.tasks,
      verified: row.verified,
      hallucinated: row.hallucinated,
      blocked: row.blocked,
      failures: row.failures,
      inconclusive: row.inconclusive,
      lastSeen: row.last_seen,
    }),
  );

const pointRow = z
  .object({
    seq: z.number(),
    at: z.string(),
    task_id: z.string(),
    title: z.string(),
    outcome: z.enum(['verified', 'hallucinated', 'blocked', 'failed']),
    score: z.number(),
    reputation: z.number(),
    level: supervisionLevelSchema,
    derived: z.number(),
  })
  .transform(
    (row): ReputationPoint => ({
      seq: row.seq,
      at: row.at,
      taskId: row.task_id,
      title: row.title,
      outcome: row.outcome,
      score: row.score,
      reputation: row.reputation,
      level: row.level,
      derived: row.derived === 1,
    }),
  );

const agentColumns = `agent_id, reputation, level, probation, tasks, verified, hallucinated, blocked, failures,
  inconclusive, last_seen`;

/** Every agent, the most trusted first, then by id. */
export function listAgents(reader: LedgerReader): readonly AgentSummary[] {
  return reader.select(`SELECT ${agentColumns} FROM agents ORDER BY reputation DESC, agent_id`, [], agentRow);
}

/** One agent with its newest 5,000 points, oldest first. Error: `agent-unknown`. */
export function getAgent(
  reader: LedgerReader,
  agentId: string,
): Result<{ summary: AgentSummary; points: ReputationPoint[]; truncated: boolean }> {
  const summary = findAgent(reader, agentId);
  if (summary === null) {
    return fail('agent-unknown', `This ledger knows no agent ${JSON.stringify(agentId)}; see: mizan agents list`);
  }
  const newest = reader.select(
    `SELECT seq, at, task_id, title, outcome, score, reputation, level, derived FROM reputation_points
     WHERE agent_id = ? ORDER BY seq DESC LIMIT ?`,
    [agentId, pointLimit + 1],
    pointRow,
  );
  const points = newest.slice(0, pointLimit).reverse();
  return ok({ summary, points, truncated: newest.length > pointLimit });
}

/** Where an agent stands when a contract is to be issued; a new agent has the neutral prior (seed 001). */
export interface Standing {
  readonly reputation: number;
  readonly level: SupervisionLevel;
  readonly probation: boolean;
}

/**
 * Where the agent stands, read from the projection; one that the ledger does not know has R0 = 0.5, `supervised` (C7).
 */
export function standingOf(reader: LedgerReader, agentId: string): Standing {
  const known = findAgent(reader, agentId);
  return known ?? { reputation: startingReputation, level: 'supervised', probation: false };
}

function findAgent(reader: LedgerReader, agentId: string): AgentSummary | null {
  const rows = reader.select(`SELECT ${agentColumns} FROM agents WHERE agent_id = ?`, [agentId], agentRow);
  return rows[0] ?? null;
}

/** The newest human gate that was asked for to put this agent on probation; null when there was none. */
export function probationGateOf(reader: LedgerReader, agentId: string): string | null {
  const [row] = reader.select(
    'SELECT probation_gate_id FROM agents WHERE agent_id = ?',
    [agentId],
    z.object({ probation_gate_id: z.string().nullable() }),
  );
  return row?.probation_gate_id ?? null;
}
