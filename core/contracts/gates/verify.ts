import { access, realpath } from 'node:fs/promises';
import { fail, ok, type Result } from '../../problem/index.ts';
import { namesCheck, type TaskContract } from '../contract.ts';
import { type GateName, type GateRecord, gateNames, type Verdict } from '../gate-record.ts';
import type { SandboxProvider } from '../sandbox/port.ts';
import { unsandboxed } from '../sandbox/unsandboxed.ts';
import { astGate } from './ast-gate.ts';
import { filesGate } from './files-gate.ts';
import { type GateInput, type GateRun, gateRun } from './gate-run.ts';
import { lintGate } from './lint-gate.ts';
import { testsGate } from './tests-gate.ts';

/** What is to be verified, and with what. */
export interface VerificationRequest {
  readonly contract: TaskContract;
  readonly workTree: string;
  readonly changed: readonly string[] | null;
  /** Null when no sandbox works here: what would run the agent's code is then inconclusive (C2). */
  readonly sandbox: SandboxProvider | null;
  readonly shellApproved: boolean;
  readonly baseText: (path: string) => Promise<string | null>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | null;
  readonly onGate: ((gate: GateName) => void) | null;
}

/** V(task) of seed 001 and how it was found. */
export interface Verification {
  readonly verdict: Verdict;
  readonly gateFailed: GateName | null;
  readonly gates: readonly GateRecord[];
  /** What the tools printed: payload name and bytes. */
  readonly outputs: readonly { readonly name: string; readonly body: Uint8Array }[];
  readonly sandbox: { readonly provider: string; readonly policy_digest: string } | null;
  /** True when nothing protected the machine from what was run, or when that kept it from being run. */
  readonly unsandboxed: boolean;
}

/**
 * Runs the gates in order; the first failure stops (C2). Errors: `work-tree-missing`, `cancelled`. Everything that a
 * gate can find is a result, not an error.
 */
export async function verify(request: VerificationRequest): Promise<Result<Verification>> {
  if (!namesCheck(request.contract)) return ok(nothingToCheck());
  const isThere = await access(request.workTree).then(
    () => true,
    () => false,
  );
  if (!isThere) return ok(treeIsGone(request));
  const input: GateInput = {
    ...request,
    workTree: await realpath(request.workTree),
    reader: request.sandbox ?? unsandboxed(request.environment),
  };
  const runs: GateRun[] = [];
  for (const gate of gateNames) {
    const failed = runs.find(({ record }) => record.outcome === 'failed');
    if (failed !== undefined) {
      runs.push(gateRun(gate, 'skipped', `Not run, because the ${failed.record.gate} gate failed.`));
      continue;
    }
    if (asksFor(request.contract, gate)) request.onGate?.(gate);
    const run = await runGate(gate, input, request.environment);
    if (!run.ok) return run;
    runs.push(run.value);
  }
  return ok(weigh(runs, request));
}

function runGate(
  gate: GateName,
  input: GateInput,
  environment: VerificationRequest['environment'],
): Promise<Result<GateRun>> {
  if (input.signal?.aborted === true) return Promise.resolve(fail('cancelled', 'The check was cancelled'));
  switch (gate) {
    case 'files':
      return filesGate(input);
    case 'tests':
      return testsGate(input);
    case 'lint':
      return lintGate(input, environment.PATH ?? '');
    case 'ast':
      return astGate(input);
  }
}

function weigh(runs: readonly GateRun[], { sandbox }: VerificationRequest): Verification {
  const gates = runs.map(({ record }) => record);
  const failed = gates.find(({ outcome }) => outcome === 'failed');
  const isOpen =
    gates.some(({ outcome }) => outcome === 'inconclusive') || gates.every(({ outcome }) => outcome === 'skipped');
  return {
    verdict: failed !== undefined ? 'failed' : isOpen ? 'inconclusive' : 'verified',
    gateFailed: failed?.gate ?? null,
    gates,
    outputs: runs.flatMap(({ record, output }) =>
      output === null || record.output === null ? [] : [{ name: record.output, body: output }],
    ),
    sandbox: sandbox === null ? null : { provider: sandbox.name, policy_digest: sandbox.policyDigest },
    unsandboxed: sandbox === null || !sandbox.isolates,
  };
}

/** A claim under a contract that names no check can be neither verified nor refuted (C2). */
function nothingToCheck(): Verification {
  const reason = 'Not asked for: the contract names no check.';
  return {
    verdict: 'inconclusive',
    gateFailed: null,
    gates: gateNames.map((gate) => gateRun(gate, 'skipped', reason).record),
    outputs: [],
    sandbox: null,
    unsandboxed: false,
  };
}

/** The agent deleted its own work tree: the first gate that was asked for fails. */
function treeIsGone(request: VerificationRequest): Verification {
  const first = gateNames.find((gate) => asksFor(request.contract, gate));
  const runs = gateNames.map((gate) =>
    gate === first
      ? gateRun(gate, 'failed', 'The work tree is gone.')
      : gateRun(gate, 'skipped', 'Not run, because the work tree is gone.'),
  );
  return weigh(runs, request);
}

function asksFor(contract: TaskContract, gate: GateName): boolean {
  switch (gate) {
    case 'files':
      return contract.required_files.length > 0;
    case 'tests':
      return contract.run_tests !== null;
    case 'lint':
      return contract.run_lint;
    case 'ast':
      return contract.check_ast;
  }
}
