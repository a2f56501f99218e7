import { z } from 'zod';
import { defineEvent } from '../ledger/index.ts';

const level = z.enum(['autonomous', 'standard', 'supervised', 'strict', 'suspended']);

/** The outcomes that a score can stand for (core/api `workOutcome`). */
const scoredOutcome = z.enum(['verified', 'hallucinated', 'blocked', 'failed']);

/** One task's score and what it did to the agent's reputation (C6, C7). Once per task and agent. */
export const workScored = defineEvent(
  'work.scored',
  z.strictObject({
    task_id: z.string(),
    agent_id: z.string(),
    title: z.string(),
    outcome: scoredOutcome,
    /** −1, 0, 0.5 or 1. */
    score: z.number().min(-1).max(1),
    alpha: z.number(),
    reputation_before: z.number().min(0).max(1),
    reputation_after: z.number().min(0).max(1),
    level_before: level,
    level_after: level,
    /** The sentence a person reads: why this score. */
    why: z.string(),
    /** An earlier verdict on the same work that this score replaces. */
    replaces: z.literal('inconclusive').nullable(),
    /** True when it comes from a list of results, not from work that was seen. */
    derived: z.boolean(),
  }),
);
export type WorkScored = Parameters<typeof workScored.draft>[2];

/** Reputation fell to 0.2 or below: no new contracts (C8). */
export const agentSuspended = defineEvent(
  'agent.suspended',
  z.strictObject({ agent_id: z.string(), reputation: z.number(), task_id: z.string() }),
);

/** A person let a suspended agent work again, at `strict`, until R > 0.2 (C8). */
export const probationGranted = defineEvent(
  'agent.probation_granted',
  z.strictObject({ agent_id: z.string(), gate_id: z.string(), reputation: z.number() }),
);

/** The class of action of the human gate that lets a suspended agent work again (C8). */
export const probationAction = 'agent.probation';
