import { z } from 'zod';
import { cursor, identifier, isoTimestamp, pageLimit, pageOf, sign } from './common.ts';

export const runStatus = z.enum(['running', 'parked', 'done', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof runStatus>;

const runError = z.object({ type: z.string(), message: z.string() });

export const runRow = z.object({
  executionId: z.string(),
  machine: z.string(),
  status: runStatus,
  sign,
  /** The state that comes next; the final one of a completed run. */
  state: z.string(),
  /** Finished steps. */
  step: z.number().int(),
  apiCalls: z.number().int(),
  cost: z.number(),
  parent: z.string().nullable(),
  /** What a parked run waits for: `gate:…`, `run:…`, or `agent:…` and `action:…` whose program is missing. */
  waitingFor: z.string().nullable(),
  error: runError.nullable(),
  startedAt: isoTimestamp,
  changedAt: isoTimestamp,
});
export type RunRow = z.infer<typeof runRow>;

export const stateGraph = z.object({
  initial: z.string(),
  nodes: z.array(z.object({ state: z.string(), final: z.boolean(), work: z.string().nullable() })),
  edges: z.array(
    z.object({ from: z.string(), to: z.string(), condition: z.string().nullable(), onError: z.string().nullable() }),
  ),
});
export type StateGraph = z.infer<typeof stateGraph>;

/** A way between two states that a run took. A final state leads to itself. */
export const takenWay = z.object({
  from: z.string(),
  to: z.string(),
  /** Whether an error led there. */
  onError: z.boolean(),
  times: z.number().int(),
  /** The last step that took it. */
  lastStep: z.number().int(),
});
export type TakenWay = z.infer<typeof takenWay>;

/** JSON as indented text. What is too long for one page ends with the words that say so. */
export const jsonText = z.object({ text: z.string(), characters: z.number().int(), complete: z.boolean() });
export type JsonText = z.infer<typeof jsonText>;

/** Attempts that failed: how many, and the last of them, oldest first. */
const failedAttempts = z.object({ count: z.number().int(), last: z.array(runError) });
export type FailedAttempts = z.infer<typeof failedAttempts>;

export const runDetail = z.object({
  row: runRow,
  /** Of the whole machine with everything it calls, as it was started. */
  digest: z.string(),
  graph: stateGraph,
  taken: z.array(takenWay),
  input: jsonText,
  /** Of a completed run. */
  output: jsonText.nullable(),
  /** The gate that the run waits for, itself or through the runs it called. */
  gate: z.object({ gateId: z.string(), state: z.string(), title: z.string() }).nullable(),
  /** The attempts at the step that failed or is being tried. */
  failedAttempts: failedAttempts.nullable(),
  /** The process that works on it, and until when it need not be heard of. */
  worker: z.object({ owner: z.string(), until: isoTimestamp }).nullable(),
  cancelRequested: z.boolean(),
  /** Why it cannot be resumed or cancelled now, in a sentence; null when it can. */
  cannotResume: z.string().nullable(),
  cannotCancel: z.string().nullable(),
  /** How a terminal goes on with it, where only a terminal can. */
  terminalCommand: z.string().nullable(),
  /** Runs that it called or launched. */
  childCount: z.number().int(),
  /** What happened, oldest first; the newest 100 events. */
  events: z.array(z.object({ seq: z.number().int(), at: isoTimestamp, type: z.string(), summary: z.string() })),
  /** There are older events than these. */
  truncated: z.boolean(),
});
export type RunDetail = z.infer<typeof runDetail>;

export const runStep = z.object({
  /** 1 for the first. */
  step: z.number().int(),
  /** Its event. */
  seq: z.number().int(),
  at: isoTimestamp,
  /** Milliseconds since the step before, waiting included. */
  took: z.number(),
  /** The state that was worked on, and the one that came next. */
  from: z.string(),
  to: z.string(),
  apiCalls: z.number().int(),
  cost: z.number(),
  /** What went wrong, where `on_error` chose the way. */
  error: runError.nullable(),
  failedAttempts: failedAttempts.nullable(),
  /** Runs that it called or launched. */
  children: z.number().int(),
});
export type RunStep = z.infer<typeof runStep>;

const stepNumber = z.number().int().min(0).max(1e9);

export const runQueries = {
  /** Newest first. */
  'runs.list': {
    input: z.strictObject({
      status: runStatus.optional(),
      /** Substring of id, machine, state, error or what is waited for. */
      text: z.string().max(200).optional(),
      /** Leave out the runs that other runs called or launched. */
      topOnly: z.boolean().default(false),
      cursor: cursor.default(null),
      limit: pageLimit.default(200),
    }),
    output: pageOf(runRow),
  },
  'runs.get': { input: z.strictObject({ executionId: identifier }), output: runDetail },
  /** Finished steps, oldest first, from the step `from` on. Steps that kept no checkpoint are not among them. */
  'runs.steps': {
    input: z.strictObject({ executionId: identifier, from: stepNumber.min(1), limit: pageLimit.default(100) }),
    output: z.object({ rows: z.array(runStep) }),
  },
  /** Runs that this one called or launched, in the order in which they began; with `step` only those of that step. */
  'runs.children': {
    input: z.strictObject({
      executionId: identifier,
      step: stepNumber.min(1).optional(),
      cursor: cursor.default(null),
      limit: pageLimit.default(100),
    }),
    output: pageOf(runRow),
  },
  /** The context after a step and the one kept before it; step 0 is the beginning. */
  'runs.context': {
    input: z.strictObject({ executionId: identifier, step: stepNumber }),
    output: z.object({
      step: z.number().int(),
      /** The state that comes next. */
      state: z.string(),
      after: jsonText,
      before: z.object({ step: z.number().int(), context: jsonText }).nullable(),
    }),
  },
} as const;

export const runCommands = {
  /** Goes on with a run where its last checkpoint left it, without starting any program. The work is a job. */
  'runs.resume': {
    input: z.strictObject({ executionId: identifier }),
    output: z.object({ jobId: z.string(), executionId: z.string() }),
  },
  /** Stops a run at its last checkpoint, whoever works on it. The work is a job. */
  'runs.cancel': { input: z.strictObject({ executionId: identifier }), output: z.object({ jobId: z.string() }) },
} as const;
