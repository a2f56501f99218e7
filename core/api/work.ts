import { z } from 'zod';
import {
  bodyReference,
  cursor,
  identifier,
  isoTimestamp,
  pageLimit,
  pageOf,
  sign,
  supervisionLevel,
} from './common.ts';

/**
 * Where a piece of work stands. `hallucinated`: success was claimed and a gate failed. `failed`: the agent said itself
 * that it failed. `issued`: no report yet.
 */
export const workOutcome = z.enum(['issued', 'verified', 'hallucinated', 'inconclusive', 'blocked', 'failed']);
export type WorkOutcome = z.infer<typeof workOutcome>;

export const workRow = z.object({
  taskId: z.string(),
  title: z.string(),
  agentId: z.string(),
  outcome: workOutcome,
  sign,
  gateFailed: z.string().nullable(),
  score: z.number().nullable(),
  reputationAfter: z.number().nullable(),
  level: supervisionLevel,
  /** True when the checks ran without a sandbox. */
  unsandboxed: z.boolean(),
  /** True when the record is derived from a list of results, not from a run that was seen. */
  derived: z.boolean(),
  issuedAt: isoTimestamp,
  finishedAt: isoTimestamp.nullable(),
  waitingGateId: z.string().nullable(),
});
export type WorkRow = z.infer<typeof workRow>;

export const gateResult = z.object({
  gate: z.enum(['files', 'tests', 'lint', 'ast', 'scope', 'hallucination', 'style', 'semantics', 'complexity']),
  outcome: z.enum(['passed', 'failed', 'skipped', 'inconclusive']),
  /** One sentence: what was checked and what was found. */
  reason: z.string(),
  durationMs: z.number().nullable(),
  tool: z.string().nullable(),
  output: bodyReference.nullable(),
  /** Failing places inside files. */
  marks: z.array(z.object({ file: z.string(), line: z.number().int(), message: z.string() })),
});
export type GateResult = z.infer<typeof gateResult>;

export const dimension = z.enum(['scope', 'hallucination', 'style', 'semantics', 'complexity']);

/** What a person said about a finding. */
const opinion = z.object({ by: z.string(), at: isoTimestamp, reason: z.string().nullable() });

/** One violation of the policy, with what people said about it. */
export const workFinding = z.object({
  findingId: z.string(),
  dimension,
  severity: z.enum(['error', 'warning', 'info']),
  /** `complexity/cyclomatic`; `rules.get` explains it. */
  rule: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  symbol: z.string(),
  message: z.string(),
  suggestion: z.string().nullable(),
  /** A reviewer says that the rule was wrong here. */
  falseAlarm: opinion.nullable(),
  /** The newest gate about its risk, and who decided it. */
  risk: z
    .object({ gateId: z.string(), state: z.enum(['asked', 'accepted', 'refused']), decision: opinion.nullable() })
    .nullable(),
});
export type WorkFinding = z.infer<typeof workFinding>;

/** What the five dimensions found under one policy. */
export const workVerification = z.object({
  policy: z.string(),
  policyDigest: z.string(),
  /** All of them; `findings` holds the first 50 of each dimension. */
  found: z.number().int(),
  warnings: z.number().int(),
  findings: z.array(workFinding),
  /** What could not be looked at, and why. */
  open: z.array(z.object({ dimension, file: z.string().nullable(), reason: z.string() })),
  /** The whole report, in seed 004's JSON schema. */
  report: bodyReference.nullable(),
});

export const changedFile = z.object({
  path: z.string(),
  previousPath: z.string().nullable(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'binary']),
  additions: z.number().int(),
  deletions: z.number().int(),
  /** The marks of `work.change` in their order: which check, and which finding of a dimension. */
  marks: z.array(z.object({ gate: z.string(), findingId: z.string().nullable() })),
});

export const workDetail = z.object({
  row: workRow,
  contract: z.object({
    objective: z.string(),
    criteria: z.array(z.string()),
    requiredFiles: z.array(z.string()),
    runTests: z.string().nullable(),
    shell: z.boolean(),
    timeoutSeconds: z.number(),
    lint: z.boolean(),
    /** The policy of the five dimensions; null when they were not asked for. */
    policy: z.string().nullable(),
    /** The prompt rendered from the contract. */
    prompt: bodyReference.nullable(),
    digest: z.string(),
  }),
  claim: z.object({ status: z.string(), need: z.string().nullable(), text: z.string(), at: isoTimestamp }).nullable(),
  gates: z.array(gateResult),
  /** Null when the five dimensions did not run. */
  verification: workVerification.nullable(),
  sandbox: z.object({ provider: z.string(), policyDigest: z.string() }).nullable(),
  score: z
    .object({ value: z.number(), reputationBefore: z.number(), reputationAfter: z.number(), why: z.string() })
    .nullable(),
  diff: z.object({ body: bodyReference, files: z.array(changedFile) }).nullable(),
  /** Measured facts about the run: cost, turns, tokens. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The human gates that asked about it, oldest first. */
  asked: z.array(z.object({ gateId: z.string(), title: z.string() })),
  history: z.array(z.object({ seq: z.number().int(), at: isoTimestamp, type: z.string(), summary: z.string() })),
});
export type WorkDetail = z.infer<typeof workDetail>;

/**
 * Two texts for a diff editor. When the whole files are unknown, only the lines of the patch with their real numbers.
 */
export const fileChange = z.object({
  path: z.string(),
  language: z.string(),
  original: z.string(),
  modified: z.string(),
  /** Real line number of each line of `original`; 0 marks a gap. */
  originalLines: z.array(z.number().int()),
  modifiedLines: z.array(z.number().int()),
  complete: z.boolean(),
  marks: z.array(
    z.object({
      side: z.enum(['original', 'modified']),
      /** 1-based index into the text above, not the real line number. */
      line: z.number().int(),
      message: z.string(),
      gate: z.string(),
      severity: z.enum(['error', 'warning', 'info']),
      /** The finding of a dimension; null for what a gate's tool marks. */
      findingId: z.string().nullable(),
      rule: z.string().nullable(),
      suggestion: z.string().nullable(),
    }),
  ),
});
export type FileChange = z.infer<typeof fileChange>;

export const workQueries = {
  'work.list': {
    input: z.strictObject({
      agentId: identifier.optional(),
      outcome: workOutcome.optional(),
      text: z.string().max(200).optional(),
      cursor: cursor.default(null),
      limit: pageLimit.default(200),
    }),
    output: pageOf(workRow),
  },
  'work.get': { input: z.strictObject({ taskId: identifier, agentId: identifier.optional() }), output: workDetail },
  'work.change': {
    input: z.strictObject({ taskId: identifier, agentId: identifier.optional(), path: z.string().min(1).max(2000) }),
    output: fileChange,
  },
} as const;

const oneFinding = { taskId: identifier, agentId: identifier, findingId: identifier };

export const workCommands = {
  /** Says as the unlocked reviewer that a finding is a false alarm, or takes that back. Changes no verdict. */
  'findings.mark': {
    input: z.strictObject({
      ...oneFinding,
      mark: z.enum(['false-alarm', 'withdrawn']),
      reason: z.string().max(4000).default(''),
    }),
    output: z.object({ seq: z.number().int() }),
  },
  /** Opens the gate at which the risk of a finding is accepted or refused; the one that waits already, when it does. */
  'findings.askRisk': { input: z.strictObject(oneFinding), output: z.object({ gateId: z.string() }) },
} as const;
