import { z } from 'zod';
import { bodyReference, cursor, identifier, isoTimestamp, pageLimit, sign } from './common.ts';

/** Budgets and permissions of an agent at one moment of its run. */
export const agentRunState = z.object({
  stepCounter: z.number().int(),
  maxSteps: z.number().int(),
  tokenBudget: z.number().int(),
  timeBudget: z.number().int(),
  fileAccess: z.number().int(),
  executeAllowed: z.boolean(),
  satisfaction: z.number().int(),
  done: z.boolean(),
  /** In words; null while there is none. */
  error: z.string().nullable(),
});
export type AgentRunState = z.infer<typeof agentRunState>;

export const agentRunRow = z.object({
  runId: z.string(),
  agentId: z.string(),
  sign,
  /** How it ended, in words; null while it runs. */
  ending: z.string().nullable(),
  steps: z.number().int(),
  startedAt: isoTimestamp,
  finishedAt: isoTimestamp.nullable(),
});
export type AgentRunRow = z.infer<typeof agentRunRow>;

export const agentRunStep = z.object({
  /** The event of the kernel's verdict. */
  seq: z.number().int(),
  at: isoTimestamp,
  step: z.number().int(),
  action: z.enum(['tool-call', 'final-answer', 'no-action']),
  toolName: z.string().nullable(),
  verdict: z.enum(['permitted', 'refused', 'answered', 'idle', 'model-failed']),
  sign,
  /** Why a call was refused, or the model or the tool failed. */
  reason: z.string().nullable(),
  obstacles: z.array(z.string()),
  before: agentRunState,
  after: agentRunState,
  query: bodyReference.nullable(),
  observation: bodyReference.nullable(),
  /** The response was larger than its bounds and was cut (K12). */
  cut: z.boolean(),
});
export type AgentRunStep = z.infer<typeof agentRunStep>;

export const agentRunDetail = z.object({
  row: agentRunRow,
  initial: agentRunState,
  tools: z.array(
    z.object({
      name: z.string(),
      requiredAccess: z.number(),
      requiresExecute: z.boolean(),
      tokenCost: z.number(),
      timeCost: z.number(),
    }),
  ),
  /** Oldest first, at most the first 2,000. */
  steps: z.array(agentRunStep),
  truncated: z.boolean(),
});
export type AgentRunDetail = z.infer<typeof agentRunDetail>;

export const agentRunQueries = {
  'agentRuns.list': {
    input: z.strictObject({ cursor: cursor.default(null), limit: pageLimit.default(200) }),
    /** Newest first. */
    output: z.object({ rows: z.array(agentRunRow), next: cursor }),
  },
  'agentRuns.get': { input: z.strictObject({ runId: identifier }), output: agentRunDetail },
} as const;
