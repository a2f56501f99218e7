import type { SandboxProvider } from '../../sandbox/index.ts';
import type { TaskContract } from '../contract.ts';
import type { CheckName, GateOutcome, GateRecord } from '../gate-record.ts';
import type { ChangedPath, EarlierFiles } from '../workspace/workspace.ts';

/** What every gate gets to work with. */
export interface GateInput {
  readonly contract: TaskContract;
  /** The agent's files. No gate changes them. */
  readonly workTree: string;
  /** Paths below the work tree that the agent changed; null when unknown, then all of them count. */
  readonly changed: readonly string[] | null;
  /** The same with what is gone and what was moved; null when unknown. */
  readonly paths: readonly ChangedPath[] | null;
  /** The folder that the work tree was made from, whose packages are used; null when it is that folder. */
  readonly source: string | null;
  /** Runs the agent's code: null when no sandbox works here and nobody accepted to go without. */
  readonly sandbox: SandboxProvider | null;
  /** Looks at files and runs nothing of the agent's: the sandbox, else a plain process. */
  readonly reader: SandboxProvider;
  /** Whether a person approved the shell command (C4). */
  readonly shellApproved: boolean;
  /** The files before the change, to tell new errors from old ones; null when they are unknown. */
  readonly earlier: EarlierFiles | null;
  readonly signal: AbortSignal | null;
}

/** What a gate found, with what its tool printed. */
export interface GateRun {
  readonly record: GateRecord;
  readonly output: Uint8Array | null;
}

export const asksNot = 'Not asked for.';

/** A result without a tool's output. */
export function gateRun(
  gate: CheckName,
  outcome: GateOutcome,
  reason: string,
  more: Partial<GateRecord> = {},
): GateRun {
  return {
    record: { gate, outcome, reason, duration_ms: null, tool: null, output: null, marks: [], ...more },
    output: null,
  };
}

/** A result with what the tool printed, kept as the payload `output/<gate>`. */
export function withOutput(run: GateRun, output: Uint8Array): GateRun {
  if (output.length === 0) return run;
  return { record: { ...run.record, output: `output/${run.record.gate}` }, output };
}
