import { z } from 'zod';
import { defineEvent } from '../ledger/index.ts';
import { dimensionReportSchema } from './findings/finding.ts';
import { checkNames, gateRecordSchema } from './gate-record.ts';

const level = z.enum(['autonomous', 'standard', 'supervised', 'strict', 'suspended']);
const work = { task_id: z.string(), agent_id: z.string() };

const storedContract = z.strictObject({
  task_id: z.string(),
  agent_id: z.string(),
  objective: z.string(),
  criteria: z.array(z.string()),
  required_files: z.array(z.string()),
  run_tests: z.union([z.array(z.string()), z.string()]).nullable(),
  shell: z.boolean(),
  timeout_seconds: z.number(),
  run_lint: z.boolean(),
  check_ast: z.boolean(),
  /** Contracts from before there were policies have none. */
  verification_policy: z.string().nullable().default(null),
});

/** A contract was made. Payload `prompt`: the instructions rendered from it. */
export const contractIssued = defineEvent(
  'contract.issued',
  z.strictObject({
    ...work,
    title: z.string(),
    contract: storedContract,
    contract_digest: z.string(),
    /** The supervision that this contract stands under (C8, C9). */
    level,
    probation: z.boolean(),
    /** The human gate that must approve the shell command (C4); null when none is needed. */
    shell_gate_id: z.string().nullable(),
    derived: z.boolean(),
    /** Where an imported contract comes from; null when it was made here. */
    source: z
      .strictObject({ format: z.string(), timestamp: z.string().nullable(), base: z.string().nullable() })
      .nullable(),
  }),
);
export type ContractIssued = Parameters<typeof contractIssued.draft>[2];

/** An agent began. Payloads: `command`, its words one a line, and `prompt`, what it was given. */
export const contractStarted = defineEvent(
  'contract.started',
  z.strictObject({
    ...work,
    /** The folder whose files the agent got a copy of. */
    folder: z.string(),
    workspace: z.enum(['git-worktree', 'copy']),
    /** The commit that the agent started from; null for a plain folder. */
    base: z.string().nullable(),
  }),
);

/** What the agent says and what it left behind. Payloads: `report`, `transcript`, `diff`. */
export const reportReceived = defineEvent(
  'report.received',
  z.strictObject({
    ...work,
    status: z.enum(['success', 'blocked', 'failure']),
    need: z.string().nullable(),
    /** Why the report could not be read (C1). */
    unreadable: z.string().nullable(),
    via: z.enum(['run', 'self-report', 'import', 'api']),
    /** SHA-256 of the diff's bytes, `sha256:` + hex. */
    diff_digest: z.string().nullable(),
    facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
    derived: z.boolean(),
  }),
);
export type ReportReceived = Parameters<typeof reportReceived.draft>[2];

/**
 * The gates ran, and the dimensions where the contract names a policy. Payloads: `output/<gate>`, `dimensions`, `diff`.
 */
export const workVerified = defineEvent(
  'work.verified',
  z.strictObject({
    ...work,
    verdict: z.enum(['verified', 'failed', 'inconclusive']),
    gate_failed: z.enum(checkNames).nullable(),
    gates: z.array(gateRecordSchema),
    /** What the five dimensions found; null when they did not run. */
    dimensions: dimensionReportSchema.nullable().default(null),
    /** Null when nothing of the agent's was run here. */
    sandbox: z.strictObject({ provider: z.string(), policy_digest: z.string() }).nullable(),
    unsandboxed: z.boolean(),
    contract_digest: z.string(),
    diff_digest: z.string().nullable(),
    replaces: z.literal('inconclusive').nullable(),
    derived: z.boolean(),
  }),
);
export type WorkVerified = Parameters<typeof workVerified.draft>[2];

/** The change took effect in the folder it was meant for. */
export const workLanded = defineEvent(
  'work.landed',
  z.strictObject({
    ...work,
    diff_digest: z.string(),
    files: z.number().int(),
    /** The approval that was used up; null when none was needed (C9). */
    gate_id: z.string().nullable(),
  }),
);

/** The run was stopped before it reported. Payloads: `transcript` and `diff`, as far as known. */
export const workCancelled = defineEvent(
  'work.cancelled',
  z.strictObject({ ...work, stage: z.enum(['agent', 'gates']), reason: z.string() }),
);
