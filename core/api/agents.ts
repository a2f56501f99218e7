import { z } from 'zod';
import { emptyInput, identifier, isoTimestamp, supervisionLevel } from './common.ts';
import { workOutcome } from './work.ts';

export const agentSummary = z.object({
  agentId: z.string(),
  reputation: z.number(),
  level: supervisionLevel,
  /** True while a suspended agent works under probation (C8). */
  probation: z.boolean(),
  tasks: z.number().int(),
  verified: z.number().int(),
  hallucinated: z.number().int(),
  blocked: z.number().int(),
  failures: z.number().int(),
  inconclusive: z.number().int(),
  lastSeen: isoTimestamp.nullable(),
});
export type AgentSummary = z.infer<typeof agentSummary>;

export const reputationPoint = z.object({
  seq: z.number().int(),
  at: isoTimestamp,
  taskId: z.string(),
  title: z.string(),
  outcome: workOutcome,
  score: z.number(),
  reputation: z.number(),
  level: supervisionLevel,
  derived: z.boolean(),
});
export type ReputationPoint = z.infer<typeof reputationPoint>;

export const agentQueries = {
  'agents.list': { input: emptyInput, output: z.object({ rows: z.array(agentSummary) }) },
  'agents.get': {
    input: z.strictObject({ agentId: identifier }),
    /** At most the newest 5,000 points, oldest first. */
    output: z.object({ summary: agentSummary, points: z.array(reputationPoint), truncated: z.boolean() }),
  },
} as const;
