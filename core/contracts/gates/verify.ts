import { access, realpath } from 'node:fs/promises';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type SandboxProvider, unsandboxed } from '../../sandbox/index.ts';
import { namesCheck, type TaskContract } from '../contract.ts';
import type { FoundDimensions } from '../findings/finding.ts';
import { type CheckName, type GateName, type GateRecord, gateNames, type Verdict } from '../gate-record.ts';
import type { ChangedPath, EarlierFiles } from '../workspace/workspace.ts';
import { astGate } from './ast-gate.ts';
import { allOf, type DimensionRun, dimensionGates } from './dimension-gates.ts';
import { filesGate } from './files-gate.ts';
import { type GateInput, type GateRun, gateRun } from './gate-run.ts';
import { lintGate } from './lint-gate.ts';
import { testsGate } from './tests-gate.ts';

/** What is to be verified, and with what. */
export interface VerificationRequest {
  readonly contract: TaskContract;
  readonly workTree: string;
  readonly changed: readonly string[] | null;
  readonly paths: readonly ChangedPath[] | null;
  readonly source: string | null;
  /** Null when no sandbox works here: what would run the agent's code is then inconclusive (C2). */
  readonly sandbox: SandboxProvider | null;
  readonly shellApproved: boolean;
  readonly earlier: EarlierFiles | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | null;
  readonly onGate: ((gate: CheckStage) => void) | null;
}

/** What is being done: a gate, or the dimensions, which run together. */
export type CheckStage = GateName | 'dimensions';

/** V(task) of seed 001 and how it was found. */
export interface Verification {
  readonly verdict: Verdict;
  /** The first gate that failed, else the first dimension. */
  readonly gateFailed: CheckName | null;
  /** The four gates, then the five dimensions when the contract names a policy. */
  readonly gates: readonly GateRecord[];
  /** What the dimensions found; null when they did not run. */
  readonly dimensions: FoundDimensions | null;
  /** What the tools printed: payload name and bytes. */
  readonly outputs: readonly { readonly name: string; readonly body: Uint8Array }[];
  readonly sandbox: { readonly provider: string; readonly policy_digest: string } | null;
  /** True when nothing protected the machine from what was run, or when that kept it from being run. */
  readonly unsandboxed: boolean;
}

/**
 * Runs the gates in order, then the dimensions of the contract's policy; the first gate that fails stops (C2), while
 * the dimensions are looked at together (seed 004). Errors: `cancelled`, those of `checkPolicy`. Everything that a
 * check can find is a result, not an error.
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
  const dimensions = await runDimensions(input, runs, request.onGate);
  return dimensions.ok ? ok(weigh(runs, dimensions.value, request)) : dimensions;
}

const notAsked: DimensionRun = { records: [], found: null };

async function runDimensions(
  input: GateInput,
  runs: readonly GateRun[],
  onGate: VerificationRequest['onGate'],
): Promise<Result<DimensionRun>> {
  const policy = input.contract.verification_policy;
  if (policy === null) return ok(notAsked);
  const failed = runs.find(({ record }) => record.outcome === 'failed');
  if (failed !== undefined) return ok(allOf('skipped', `Not run, because the ${failed.record.gate} gate failed.`));
  if (input.signal?.aborted === true) return fail('cancelled', 'The check was cancelled');
  onGate?.('dimensions');
  return dimensionGates(input, policy);
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

function weigh(runs: readonly GateRun[], dimensions: DimensionRun, { sandbox }: VerificationRequest): Verification {
  const gates = [...runs.map(({ record }) => record), ...dimensions.records];
  const failed = gates.find(({ outcome }) => outcome === 'failed');
  const isOpen =
    gates.some(({ outcome }) => outcome === 'inconclusive') || gates.every(({ outcome }) => outcome === 'skipped');
  return {
    verdict: failed !== undefined ? 'failed' : isOpen ? 'inconclusive' : 'verified',
    gateFailed: failed?.gate ?? null,
    gates,
    dimensions: dimensions.found,
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
    dimensions: null,
    outputs: [],
    sandbox: null,
    unsandboxed: false,
  };
}

/** The agent deleted its own work tree: the first gate that was asked for fails. */
function treeIsGone(request: VerificationRequest): Verification {
  const { contract } = request;
  const first = gateNames.find((gate) => asksFor(contract, gate)) ?? 'files';
  const runs = gateNames.map((gate) =>
    gate === first
      ? gateRun(gate, 'failed', 'The work tree is gone.')
      : gateRun(gate, 'skipped', 'Not run, because the work tree is gone.'),
  );
  const reason = 'Not run, because the work tree is gone.';
  return weigh(runs, contract.verification_policy === null ? notAsked : allOf('skipped', reason), request);
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
