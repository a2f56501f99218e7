import {
  type Assessment,
  assessClaim,
  type Fact,
  type GateRecord,
  gateNames,
  parseContract,
  reportFrom,
  type SelfReport,
  type TaskContract,
  type Verification,
  withoutVerification,
} from '../../contracts/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import type { HarnessReport, ResolvedList, ResultRow, TaskRow } from './records.ts';

/** One imported piece of work, ready to be drafted as events. */
export interface ImportedWork {
  readonly title: string;
  readonly contract: TaskContract;
  readonly report: SelfReport;
  readonly assessment: Assessment;
  readonly diff: Uint8Array | null;
  readonly facts: readonly Fact[];
  readonly timestamp: string | null;
  readonly base: string | null;
  /** True when only a list says how it ended. */
  readonly derived: boolean;
}

/** The most tests that one sentence names. */
const namedTests = 5;
/** The most tests that become criteria; the payload of the tests gate lists all of them. */
const criteriaLimit = 100;

/** A row of results with its report: a non-empty patch claims success, the harness decides the tests gate (C10). */
export function workOfResult(
  row: ResultRow,
  task: TaskRow | undefined,
  report: HarnessReport | undefined,
): Result<ImportedWork> {
  const title = task?.title ?? row.instanceId;
  const contract = contractFor(row.instanceId, `${row.agent}/${row.model}`, title, task, row.repo ?? '');
  if (!contract.ok) return contract;
  return ok({
    title,
    contract: contract.value,
    ...claimOf(row, report),
    facts: factsOf(row),
    timestamp: row.timestamp ?? null,
    base: task?.base_commit ?? row.commitHash ?? null,
    derived: false,
  });
}

function claimOf(
  row: ResultRow,
  report: HarnessReport | undefined,
): Pick<ImportedWork, 'report' | 'assessment' | 'diff'> {
  const patch = row.modelPatch ?? '';
  if (patch.trim() === '') {
    const failure = reportFrom({ status: 'failure', text: 'The agent left no change.' });
    return { report: failure, assessment: withoutVerification(failure), diff: null };
  }
  return {
    report: reportFrom({ status: 'success', text: '' }),
    assessment: assessClaim(verificationOf(row, report)),
    diff: new TextEncoder().encode(patch),
  };
}

/** A task of which only a list says whether this system solved it: claimed, and verified when listed. */
export function workOfList(list: ResolvedList, task: TaskRow): Result<ImportedWork> {
  const contract = contractFor(task.instance_id, list.system, task.title, task, task.repo);
  if (!contract.ok) return contract;
  const isListed = list.resolvedIds.includes(task.instance_id);
  const reason = isListed
    ? `Derived: the published list of ${list.system} holds this task as resolved.`
    : `Derived: the published list of ${list.system} does not hold this task as resolved.`;
  return ok({
    title: task.title,
    contract: contract.value,
    report: reportFrom({ status: 'success', text: 'Derived from a list of resolved tasks; the run was not seen.' }),
    assessment: assessClaim(verification(isListed ? 'passed' : 'failed', reason, null)),
    diff: null,
    facts: list.source === undefined ? [] : [{ label: 'Source', value: list.source }],
    timestamp: list.date ?? null,
    base: task.base_commit ?? null,
    derived: true,
  });
}

function contractFor(
  taskId: string,
  agentId: string,
  title: string,
  task: TaskRow | undefined,
  repo: string,
): Result<TaskContract> {
  const mustPass = (task?.FAIL_TO_PASS ?? []).slice(0, criteriaLimit).map((name) => `${name} passes`);
  const keepPassing = task?.PASS_TO_PASS.length ?? 0;
  const place = repo === '' ? '' : `Resolve this issue of ${repo}: `;
  return parseContract({
    task_id: taskId,
    agent_id: agentId,
    objective: `${place}${title}`,
    criteria: [...mustPass, ...(keepPassing > 0 ? [`${keepPassing} tests that passed before still pass`] : [])],
    run_tests: ['python', '-m', 'swebench.harness.run_evaluation', '--instance_ids', taskId],
    check_ast: false,
  });
}

function verificationOf(row: ResultRow, report: HarnessReport | undefined): Verification {
  if (report === undefined) {
    return verification('inconclusive', 'There is no harness report for this task.', null);
  }
  const output = describeReport(row.instanceId, report);
  return verification(report.resolved ? 'passed' : 'failed', reasonOf(report), output);
}

function verification(outcome: GateRecord['outcome'], reason: string, output: string | null): Verification {
  const name = 'output/tests';
  const tests: GateRecord = {
    gate: 'tests',
    outcome,
    reason,
    duration_ms: null,
    tool: 'SWE-bench harness',
    output: output === null ? null : name,
    marks: [],
  };
  const failed = outcome === 'failed';
  return {
    verdict: failed ? 'failed' : outcome === 'inconclusive' ? 'inconclusive' : 'verified',
    gateFailed: failed ? 'tests' : null,
    gates: gateNames.map((gate) => (gate === 'tests' ? tests : notAskedFor(gate))),
    dimensions: null,
    outputs: output === null ? [] : [{ name, body: new TextEncoder().encode(output) }],
    sandbox: null,
    unsandboxed: false,
  };
}

function notAskedFor(gate: GateRecord['gate']): GateRecord {
  return { gate, outcome: 'skipped', reason: 'Not asked for.', duration_ms: null, tool: null, output: null, marks: [] };
}

function reasonOf({ resolved, patch_successfully_applied, tests_status }: HarnessReport): string {
  if (patch_successfully_applied === false) return 'The patch could not be applied.';
  const { FAIL_TO_PASS, PASS_TO_PASS } = tests_status;
  const total = FAIL_TO_PASS.success.length + FAIL_TO_PASS.failure.length;
  if (resolved) {
    return `All ${total} FAIL_TO_PASS and ${PASS_TO_PASS.success.length} PASS_TO_PASS tests pass.`;
  }
  const parts: string[] = [];
  if (FAIL_TO_PASS.failure.length > 0) {
    parts.push(`${FAIL_TO_PASS.failure.length} of ${total} required tests still fail: ${names(FAIL_TO_PASS.failure)}.`);
  }
  if (PASS_TO_PASS.failure.length > 0) {
    parts.push(`${PASS_TO_PASS.failure.length} tests that passed before now fail: ${names(PASS_TO_PASS.failure)}.`);
  }
  return parts.join(' ') || 'The harness did not resolve the task.';
}

function names(tests: readonly string[]): string {
  const shown = tests.slice(0, namedTests).join(', ');
  return tests.length > namedTests ? `${shown} and ${tests.length - namedTests} more` : shown;
}

/** The harness report as lines, failures first. */
function describeReport(instanceId: string, { resolved, tests_status }: HarnessReport): string {
  const lines = [`SWE-bench harness report for ${instanceId}: ${resolved ? 'resolved' : 'not resolved'}`];
  for (const kind of ['FAIL_TO_PASS', 'PASS_TO_PASS'] as const) {
    const { success, failure } = tests_status[kind];
    lines.push('', `${kind}: ${success.length} of ${success.length + failure.length} pass`);
    lines.push(...failure.map((test) => `  FAIL  ${test}`), ...success.map((test) => `  pass  ${test}`));
  }
  return `${lines.join('\n')}\n`;
}

function factsOf(row: ResultRow): readonly Fact[] {
  const count = (value: number | undefined): string | null => (value === undefined ? null : String(value));
  const calls = Object.entries(row.toolCalls ?? {});
  const total = calls.reduce((sum, [, times]) => sum + times, 0);
  const facts: readonly [string, string | null][] = [
    ['Cost', row.costUsd === undefined ? null : `${row.costUsd.toFixed(2)} USD`],
    ['Turns', count(row.numTurns)],
    ['Duration', row.durationMs === undefined ? null : `${(row.durationMs / 1000).toFixed(1)} s`],
    ['Input tokens', count(row.inputTokens)],
    ['Output tokens', count(row.outputTokens)],
    ['Cache read tokens', count(row.cacheReadTokens)],
    ['Cache creation tokens', count(row.cacheCreationTokens)],
    [
      'Tool calls',
      calls.length === 0 ? null : `${total} (${calls.map(([tool, times]) => `${tool} ${times}`).join(', ')})`,
    ],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
