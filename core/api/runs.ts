import { z } from 'zod';
import { cursor, identifier, isoTimestamp, pageLimit, pageOf, sign } from './common.ts';

export const runStatus = z.enum(['running', 'parked', 'done', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof runStatus>;

export const runRow = z.object({
  executionId: z.string(),
  machine: z.string(),
  status: runStatus,
  sign,
  /** The state that comes next; the final one of a completed run. */
  state: z.string(),
  step: z.number().int(),
  apiCalls: z.number().int(),
  cost: z.number(),
  parent: z.string().nullable(),
  /** What a parked run waits for: `gate:…` or `run:…`. */
  waitingFor: z.string().nullable(),
  error: z.object({ type: z.string(), message: z.string() }).nullable(),
  startedAt: isoTimestamp,
  changedAt: isoTimestamp,
});
export type RunRow = z.infer<typeof runRow>;

export const runDetail = z.object({
  row: runRow,
  graph: z.object({
    initial: z.string(),
    nodes: z.array(z.object({ state: z.string(), final: z.boolean(), work: z.string().nullable() })),
    edges: z.array(
      z.object({ from: z.string(), to: z.string(), condition: z.string().nullable(), onError: z.string().nullable() }),
    ),
  }),
  /** What happened, oldest first; the newest 500 events. */
  steps: z.array(
    z.object({
      seq: z.number().int(),
      at: isoTimestamp,
      type: z.string(),
      step: z.number().int().nullable(),
      summary: z.string(),
    }),
  ),
  children: z.array(runRow),
  truncated: z.boolean(),
});
export type RunDetail = z.infer<typeof runDetail>;

export const runQueries = {
  'runs.list': {
    input: z.strictObject({
      status: runStatus.optional(),
      cursor: cursor.default(null),
      limit: pageLimit.default(200),
    }),
    output: pageOf(runRow),
  },
  'runs.get': { input: z.strictObject({ executionId: identifier }), output: runDetail },
  /** The context after a step, as indented JSON, for a diff with the one before. */
  'runs.context': {
    input: z.strictObject({ executionId: identifier, step: z.number().int().nonnegative() }),
    output: z.object({ step: z.number().int(), state: z.string(), context: z.string(), before: z.string().nullable() }),
  },
} as const;
