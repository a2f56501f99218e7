import type { AgentSummary } from '../api/index.ts';
import type { Actor, Ledger, LedgerReader } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { listAgents } from '../reputation/index.ts';
import type { SandboxProvider } from '../sandbox/index.ts';
import { parseContract } from './contract.ts';
import { reportFrom, type SelfReport } from './report.ts';
import { type IssuedContract, issueContract, type World } from './work/issue.ts';
import { recordReport } from './work/record-report.ts';
import { verifyWork } from './work/verify-work.ts';
import type { WeighedWork } from './work/weigh.ts';
import { type Git, gitRunner } from './workspace/git.ts';

/** A task in the words of seed 001's quick start. */
export interface GovernedTask {
  /** Left out: made from the objective and random bytes. */
  readonly taskId?: string;
  readonly objective: string;
  /** The agent id: who is to do it. */
  readonly model: string;
  readonly criteria?: readonly string[];
  readonly requiredFiles?: readonly string[];
  readonly runTests?: string | readonly string[];
  readonly runLint?: boolean;
  readonly checkAst?: boolean;
  readonly timeoutSeconds?: number;
  /** The policy of the five dimensions; without it they do not run. */
  readonly verificationPolicy?: string;
}

/** What an orchestrator needs of the world. */
export interface GovernedWorld extends World {
  readonly ledger: Ledger;
  /** Where the agent works. */
  readonly workTree: string;
  readonly sandbox: SandboxProvider | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Who issues the contract. */
  readonly issuer: Actor;
}

/** One agent under one contract, as in seed 001: instruct it, then record how it ended. */
export interface GovernedOrchestrator {
  readonly issued: IssuedContract;
  /** The task prompt for the agent. */
  instructions(): string;
  /** The agent claims success: verification runs at once and gives +1, −1 or, inconclusive, no score. */
  recordSuccess(text?: string): Promise<Result<WeighedWork>>;
  /** The agent stopped honestly and says what it needs: +0.5. */
  recordBlocked(need: string): Promise<Result<WeighedWork>>;
  /** The agent says itself that it failed: 0. */
  recordFailure(text?: string): Promise<Result<WeighedWork>>;
}

export const GovernedOrchestrator = {
  /** Issues the contract. Errors: those of `parseContract` and `issueContract`, with the contract's field as place. */
  forTask(task: GovernedTask, world: GovernedWorld): Result<GovernedOrchestrator> {
    const contract = parseContract({
      task_id: task.taskId ?? newTaskId(world),
      agent_id: task.model,
      objective: task.objective,
      criteria: task.criteria ?? [],
      required_files: task.requiredFiles ?? [],
      run_tests: task.runTests ?? null,
      ...(task.runLint === undefined ? {} : { run_lint: task.runLint }),
      ...(task.checkAst === undefined ? {} : { check_ast: task.checkAst }),
      ...(task.verificationPolicy === undefined ? {} : { verification_policy: task.verificationPolicy }),
      ...(task.timeoutSeconds === undefined ? {} : { timeout_seconds: task.timeoutSeconds }),
    });
    if (!contract.ok) return contract;
    const issued = issueContract(world.ledger, contract.value, world.issuer, world);
    return issued.ok ? { ok: true, value: orchestrate(issued.value, world) } : issued;
  },
};

/** Every agent with its reputation, as `get_agent_stats()` of seed 001. */
export function getAgentStats(reader: LedgerReader): readonly AgentSummary[] {
  return listAgents(reader);
}

/** `task-` and 8 random hex digits. */
export function newTaskId({ random }: Pick<World, 'random'>): string {
  return `task-${Buffer.from(random.bytes(4)).toString('hex')}`;
}

function orchestrate(issued: IssuedContract, world: GovernedWorld): GovernedOrchestrator {
  const git = gitRunner(world.environment);
  const record = (report: SelfReport) => recordAndWeigh(issued, report, git, world);
  return {
    issued,
    instructions: () => issued.prompt,
    recordSuccess: (text = '') => record(reportFrom({ status: 'success', text })),
    recordBlocked: (need) => record(reportFrom({ status: 'blocked', need })),
    recordFailure: (text = '') => record(reportFrom({ status: 'failure', text })),
  };
}

async function recordAndWeigh(
  { contract }: IssuedContract,
  report: SelfReport,
  git: Git,
  world: GovernedWorld,
): Promise<Result<WeighedWork>> {
  const { task_id: taskId, agent_id: agentId } = contract;
  const delivery = {
    taskId,
    agentId,
    report,
    via: 'api' as const,
    transcript: null,
    diff: null,
    facts: [],
    derived: false,
  };
  const recorded = recordReport(world.ledger, delivery);
  if (!recorded.ok) return recorded;
  const { ledger, workTree, sandbox, environment } = world;
  const request = { taskId, agentId, folder: workTree, sandbox, environment, signal: null, onGate: null };
  return verifyWork(ledger, request, git, world);
}
