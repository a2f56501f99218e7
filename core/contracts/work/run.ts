import type { Ledger, PayloadDraft } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { gateState } from '../../review/index.ts';
import { outputText, type ProcessResult, type SandboxProvider, unsandboxed } from '../../sandbox/index.ts';
import { diffPayload, draftReport, type Fact, hasDiff, taskSubject } from '../drafts.ts';
import { contractStarted, workCancelled } from '../events.ts';
import { checkPolicy } from '../gates/policy-check.ts';
import type { CheckStage } from '../gates/verify.ts';
import { renderInstructions } from '../prompt.ts';
import { readReport, type SelfReport } from '../report.ts';
import type { Git } from '../workspace/git.ts';
import { type Change, openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { refusalsOf, type World } from './issue.ts';
import { type LandedWork, landWork } from './land.ts';
import { runAgent } from './run-agent.ts';
import { checkUnscored, readWork, type StoredWork } from './stored-work.ts';
import { type WeighedWork, weighWork } from './weigh.ts';

export interface ContractRun {
  readonly taskId: string;
  readonly agentId?: string | undefined;
  /** The folder to work on; the agent gets its own copy. */
  readonly folder: string;
  readonly command: readonly [string, ...string[]];
  /** Null: the agent may take as long as it likes. */
  readonly timeLimitSeconds: number | null;
  readonly sandbox: SandboxProvider | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | null;
  readonly onOutput: ((chunk: Uint8Array) => void) | null;
  readonly onStage: ((stage: 'preparing' | 'agent' | 'landing' | CheckStage) => void) | null;
}

export interface FinishedRun {
  readonly report: SelfReport;
  readonly weighed: WeighedWork;
  readonly change: Change | null;
  /** Null when nothing landed: there is nothing, it waits for a person, or its checks failed. */
  readonly landed: LandedWork | null;
  /** Why a change that might have landed did not. */
  readonly landingProblem: string | null;
}

/**
 * Runs an agent under its contract: in a workspace of its own with the prompt on standard input, then weighs what it
 * left and lands it when it may. A cancelled run keeps what is known (`work.cancelled`); no process and no workspace is
 * left behind. Errors: `task-unknown`, `task-already-scored`, `approval-missing`, `folder-missing`,
 * `agent-not-started`, `cancelled`, those of `checkPolicy`, git's and the ledger's own.
 */
export async function runContract(
  ledger: Ledger,
  run: ContractRun,
  git: Git,
  world: World,
): Promise<Result<FinishedRun>> {
  const stored = readWork(ledger, run.taskId, run.agentId);
  if (!stored.ok) return stored;
  const open = checkUnscored(stored.value);
  if (!open.ok) return open;
  const approved = checkShellApproved(ledger, stored.value, world);
  if (!approved.ok) return approved;
  run.onStage?.('preparing');
  const opened = await openWorkspace(run.folder, git);
  if (!opened.ok) return opened;
  try {
    const reader = run.sandbox ?? unsandboxed(run.environment);
    const { folder, earlier } = opened.value;
    const usable = await checkPolicy(stored.value.contract, folder, earlier, reader, run.signal);
    if (!usable.ok) return usable;
    return await runIn(opened.value, stored.value, ledger, run, git, world);
  } finally {
    await opened.value.remove();
  }
}

/** A contract with a shell command starts only after a person approved it (C4). */
function checkShellApproved(ledger: Ledger, { issued, row }: StoredWork, world: World): Result<null> {
  if (issued.shell_gate_id === null) return ok(null);
  const state = gateState(ledger, issued.shell_gate_id, world.clock);
  if (!state.ok) return state;
  if (state.value === 'approved') return ok(null);
  const how = `mizan gate show ${issued.shell_gate_id}`;
  return fail('approval-missing', `The shell command of ${row.taskId} is ${state.value}, not approved; see: ${how}`);
}

async function runIn(
  workspace: Workspace,
  work: StoredWork,
  ledger: Ledger,
  run: ContractRun,
  git: Git,
  world: World,
): Promise<Result<FinishedRun>> {
  const prompt = renderInstructions(work.contract, work.issued.level, refusalsOf(ledger, work.contract));
  const started = ledger.append([draftStarted(work, workspace, run.command, prompt)]);
  if (!started.ok) return started;
  run.onStage?.('agent');
  const ran = await runAgentIn(workspace, work, ledger, run, prompt);
  const captured = await workspace.capture();
  const change = captured.ok ? captured.value : null;
  const whole = keepUnfinished(ledger, work, run, ran, change);
  if (!whole.ok) return whole;
  const report = reportOf(ledger, work, ran, started.value.firstSeq);
  const facts = factsOf(ran, captured.ok ? null : captured.problem.message);
  const delivered = ledger.append([reportDraft(work, report, ran, change, facts)]);
  if (!delivered.ok) return delivered;
  const weighed = await weighLeft(workspace, work, ledger, run, change, world);
  if (!weighed.ok) return weighed;
  return ok({
    report,
    weighed: weighed.value,
    change,
    ...(await landIfFree(ledger, work, weighed.value, change, run, git, world)),
  });
}

function runAgentIn(
  workspace: Workspace,
  { row }: StoredWork,
  ledger: Ledger,
  run: ContractRun,
  prompt: string,
): ReturnType<typeof runAgent> {
  return runAgent({
    command: run.command,
    folder: workspace.folder,
    prompt,
    environment: run.environment,
    variables: { MIZAN_LEDGER: ledger.path, MIZAN_TASK: row.taskId, MIZAN_AGENT: row.agentId },
    timeLimitSeconds: run.timeLimitSeconds,
    signal: run.signal,
    onOutput: run.onOutput,
  });
}

/** Keeps what is known of a run that never began or was stopped, and fails; any other run goes on. */
function keepUnfinished(
  ledger: Ledger,
  work: StoredWork,
  run: ContractRun,
  ran: ProcessResult,
  change: Change | null,
): Result<null> {
  const notStarted = ran.ending.kind === 'not-started' ? ran.ending.reason : null;
  if (notStarted === null && ran.ending.kind !== 'cancelled') return ok(null);
  const reason = notStarted ?? 'A person stopped the run.';
  const kept = ledger.append([draftCancelled(work, 'agent', reason, ran, change)]);
  if (!kept.ok) return kept;
  return fail(notStarted === null ? 'cancelled' : 'agent-not-started', reason, run.command[0]);
}

function reportDraft(
  { row }: StoredWork,
  report: SelfReport,
  ran: ProcessResult,
  change: Change | null,
  facts: readonly Fact[],
): ReturnType<typeof draftReport> {
  return draftReport({
    taskId: row.taskId,
    agentId: row.agentId,
    report,
    via: 'run',
    transcript: ran.output.bytes,
    diff: change?.diff ?? null,
    facts,
    derived: false,
  });
}

/** Weighs what the agent left. Checks that a person stopped are kept as `work.cancelled`. */
async function weighLeft(
  workspace: Workspace,
  work: StoredWork,
  ledger: Ledger,
  run: ContractRun,
  change: Change | null,
  world: World,
): Promise<Result<WeighedWork>> {
  const weighed = await weighWork(
    ledger,
    {
      taskId: work.row.taskId,
      agentId: work.row.agentId,
      workTree: workspace.folder,
      changed: change?.changed ?? null,
      paths: change?.paths ?? null,
      newDiff: null,
      folder: workspace.source,
      earlier: workspace.earlier,
      sandbox: run.sandbox,
      environment: run.environment,
      signal: run.signal,
      onGate: run.onStage,
    },
    world,
  );
  if (weighed.ok || weighed.problem.code !== 'cancelled') return weighed;
  const kept = ledger.append([draftCancelled(work, 'gates', 'A person stopped the checks.', null, null)]);
  return kept.ok ? weighed : kept;
}

async function landIfFree(
  ledger: Ledger,
  { row }: StoredWork,
  { assessment, gateId }: WeighedWork,
  change: Change | null,
  run: ContractRun,
  git: Git,
  world: World,
): Promise<Pick<FinishedRun, 'landed' | 'landingProblem'>> {
  const isFree = assessment.outcome === 'verified' && gateId === null && hasDiff(change?.diff ?? null);
  if (!isFree) return { landed: null, landingProblem: null };
  run.onStage?.('landing');
  const landed = await landWork(ledger, { taskId: row.taskId, agentId: row.agentId }, git, world);
  if (landed.ok) return { landed: landed.value, landingProblem: null };
  return { landed: null, landingProblem: landed.problem.message };
}

function draftStarted({ row }: StoredWork, workspace: Workspace, command: readonly string[], prompt: string) {
  return contractStarted.draft(
    { kind: 'agent', id: row.agentId },
    taskSubject(row.taskId),
    {
      task_id: row.taskId,
      agent_id: row.agentId,
      folder: workspace.source,
      workspace: workspace.kind,
      base: workspace.base,
    },
    [
      { name: 'command', mediaType: 'text/plain', body: command.join('\n') },
      { name: 'prompt', mediaType: 'text/markdown', body: prompt },
    ],
  );
}

function draftCancelled(
  { row }: StoredWork,
  stage: 'agent' | 'gates',
  reason: string,
  ran: ProcessResult | null,
  change: Change | null,
) {
  const payloads: PayloadDraft[] = [];
  if (ran !== null && ran.output.bytes.length > 0) {
    payloads.push({ name: 'transcript', mediaType: 'text/plain', body: ran.output.bytes });
  }
  if (change !== null && hasDiff(change.diff)) payloads.push(diffPayload(change.diff));
  const data = { task_id: row.taskId, agent_id: row.agentId, stage, reason };
  return workCancelled.draft({ kind: 'system', id: 'mizan' }, taskSubject(row.taskId), data, payloads);
}

/**
 * The report in the agent's output; when it printed none, the one it gave with `mizan report` while it ran. An agent
 * that was out of time reports nothing.
 */
function reportOf(ledger: Ledger, { row }: StoredWork, ran: ProcessResult, startedSeq: number): SelfReport {
  if (ran.ending.kind === 'timed-out') {
    return { status: 'failure', need: null, text: '', unreadable: 'The agent did not end within its time limit.' };
  }
  const printed = readReport(outputText(ran.output));
  if (printed.unreadable === null) return printed;
  const now = readWork(ledger, row.taskId, row.agentId);
  if (!now.ok || now.value.report === null || (now.value.pointers.report ?? -1) <= startedSeq) return printed;
  const { status, need, unreadable } = now.value.report;
  return { status, need, unreadable, text: '' };
}

function factsOf({ ending, durationMs, output }: ProcessResult, captureProblem: string | null): readonly Fact[] {
  const facts: Fact[] = [
    { label: 'Duration', value: `${(durationMs / 1000).toFixed(1)} s` },
    { label: 'Output', value: `${output.total} bytes` },
  ];
  if (ending.kind === 'exited') facts.push({ label: 'Exit code', value: String(ending.code) });
  if (ending.kind === 'killed') facts.push({ label: 'Ended by', value: ending.signal });
  if (captureProblem !== null) facts.push({ label: 'Change', value: captureProblem });
  return facts;
}
