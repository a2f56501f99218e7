import { join } from 'node:path';
import { type Git, issueContract, landWork, parseContract, runContract } from '../contracts/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { ok, type Result, required } from '../problem/index.ts';
import { decideGate, type ReviewerSigner } from '../review/index.ts';
import type { SandboxProvider } from '../sandbox/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import type { NodeProgram } from './node-program.ts';
import type { Piece } from './piece.ts';
import { makeAgent, makeProject } from './project.ts';

/** What every piece of the sample is done with. */
export interface Workshop {
  readonly ledger: Ledger;
  readonly folder: string;
  readonly node: NodeProgram;
  readonly sandbox: SandboxProvider | null;
  readonly git: Git;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly signal: AbortSignal;
}

/** Who issues the contracts of the sample. */
const issuer = { kind: 'system', id: 'sample' } as const;

/** One contract from its issue to its score. Returns the human gate that it waits at, or null. */
export async function doPiece(piece: Piece, workshop: Workshop): Promise<Result<string | null>> {
  const { ledger, node, git } = workshop;
  const project = join(workshop.folder, 'projects', piece.taskId);
  const agent = join(workshop.folder, 'agents', `${piece.taskId}.mjs`);
  const made = await makeProject(project, piece, git);
  if (!made.ok) return made;
  await makeAgent(agent, piece);
  const contract = parseContract({
    task_id: piece.taskId,
    agent_id: piece.agentId,
    objective: piece.objective,
    criteria: piece.criteria,
    required_files: piece.requiredFiles,
    run_tests: piece.testScript === null ? null : [node.program, piece.testScript],
  });
  if (!contract.ok) return contract;
  const issued = issueContract(ledger, contract.value, issuer, workshop);
  if (!issued.ok) return issued;
  const run = await runContract(
    ledger,
    {
      taskId: piece.taskId,
      agentId: piece.agentId,
      folder: project,
      command: [node.program, agent],
      timeLimitSeconds: 60,
      sandbox: workshop.sandbox,
      environment: node.environment,
      signal: workshop.signal,
      onOutput: null,
      onStage: null,
    },
    git,
    workshop,
  );
  return run.ok ? ok(run.value.weighed.gateId) : run;
}

/** What the fictional colleague decided before the newcomer came: approved, and landed. */
export async function approveAsColleague(
  piece: Piece,
  gateId: string | null,
  colleague: ReviewerSigner,
  { ledger, git, clock, random }: Workshop,
): Promise<Result<null>> {
  const waiting = required(gateId, 'the gate of work at level supervised');
  const { events } = ledger.page({ filter: { subject: `gate:${waiting}` }, limit: 1, direction: 'ascending' });
  const decided = decideGate(
    ledger,
    {
      gateId: waiting,
      verb: 'approve',
      reason: 'The pattern keeps the letters of every script, and the checks cover an empty title.',
      digest: String(events[0]?.data.action_digest),
      sectionsSeen: ['summary', 'why', 'action', 'evidence'],
    },
    colleague,
    clock,
  );
  if (!decided.ok) return decided;
  const landed = await landWork(ledger, piece, git, { clock, random });
  return landed.ok ? ok(null) : landed;
}
