import type { SupervisionLevel } from '../../api/index.ts';
import type { Actor, EventDraft, Ledger, LedgerReader } from '../../ledger/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type Standing, standingOf, startProbation } from '../../reputation/index.ts';
import { type GateAction, refusalsFor, requestGate } from '../../review/index.ts';
import type { Clock, RandomSource } from '../../world/index.ts';
import { checkPathsInside, contractDigest, contractTitle, type TaskContract, testCommandLine } from '../contract.ts';
import { draftIssue, levelOfContract } from '../drafts.ts';
import { findWork } from '../list-work.ts';
import { type Refusal, renderInstructions } from '../prompt.ts';

export interface World {
  readonly clock: Clock;
  readonly random: RandomSource;
}

export interface IssuedContract {
  readonly contract: TaskContract;
  /** The supervision that the contract stands under. */
  readonly level: SupervisionLevel;
  readonly probation: boolean;
  /** The gate that must approve the shell command before it runs (C4). */
  readonly shellGateId: string | null;
  /** The instructions for the agent. */
  readonly prompt: string;
}

/**
 * Issues a contract. A suspended agent gets none unless its probation was approved, which is then used up (C8); a
 * contract with `shell: true` opens a human gate (C4).
 * Errors: `path-leaves-tree`, `task-exists`, `agent-suspended`, and the ledger's own.
 */
export function issueContract(
  ledger: Ledger,
  contract: TaskContract,
  issuer: Actor,
  world: World,
): Result<IssuedContract> {
  const inside = checkPathsInside(contract);
  if (!inside.ok) return inside;
  let issued: IssuedContract | null = null;
  const appended = ledger.appendDecided((reader) => {
    const known = findWork(reader, contract.task_id, contract.agent_id);
    if (known.ok) {
      return fail(
        'task-exists',
        `${contract.agent_id} already has a contract for ${contract.task_id}`,
        contract.task_id,
      );
    }
    const allowed = standingForWork(reader, contract.agent_id, world.clock);
    if (!allowed.ok) return allowed;
    const { standing, events } = allowed.value;
    const gate = contract.shell ? shellGate(contract, world) : null;
    const shellGateId = gate?.gateId ?? null;
    const more = { title: contractTitle(contract), derived: false, source: null, shell_gate_id: shellGateId };
    const refusals = refusalsOf(reader, contract);
    const draft = draftIssue(issuer, contract, standing, more, refusals);
    const level = levelOfContract(standing);
    const prompt = renderInstructions(contract, level, refusals);
    issued = { contract, level, probation: standing.probation, shellGateId, prompt };
    return ok([...events, draft, ...(gate === null ? [] : [gate.event])]);
  });
  if (!appended.ok) return appended;
  if (issued === null) throw new Error('bug: a contract was appended without being decided');
  return ok(issued);
}

function standingForWork(
  reader: LedgerReader,
  agentId: string,
  clock: Clock,
): Result<{ standing: Standing; events: readonly EventDraft[] }> {
  const standing = standingOf(reader, agentId);
  if (standing.level !== 'suspended' || standing.probation) return ok({ standing, events: [] });
  const started = startProbation(reader, agentId, clock);
  return started.ok ? ok({ standing: { ...standing, probation: true }, events: started.value }) : started;
}

/** What people refused this agent that this contract could ask for again, each class of action (G4). */
export function refusalsOf(reader: LedgerReader, { agent_id: agentId, shell }: TaskContract): readonly Refusal[] {
  const actions = ['contract.land', 'contract.verdict', ...(shell ? ['contract.shell'] : [])];
  return actions.flatMap((action) => refusalsFor(reader, { agentId, action }));
}

/** What a person approves before a shell may run a contract's test line. */
export function shellAction(contract: TaskContract): GateAction {
  return {
    tool: 'contract.shell',
    arguments: {
      task_id: contract.task_id,
      agent_id: contract.agent_id,
      command: testCommandLine(contract),
      contract_digest: contractDigest(contract),
    },
    policy: { rule: 'C4' },
    evidence: null,
  };
}

function shellGate(contract: TaskContract, world: World) {
  const { task_id: taskId, agent_id: agentId } = contract;
  return requestGate(
    {
      ...shellAction(contract),
      action: 'contract.shell',
      title: `Check ${taskId} of ${agentId} with a command in a shell`,
      requester: { kind: 'agent', id: agentId },
      requiredRole: 'IC_MEMBER',
      why: [{ text: 'The contract asks for a shell: its test line is a program of its own.', rule: 'C4', link: null }],
      touches: {
        files: [],
        tools: ['/bin/sh'],
        money: null,
        people: [],
        reversible: 'unknown',
        note: 'The command runs in the sandbox like any test, on a copy of the work tree.',
      },
      falsifiers: ['The line does something besides testing.', 'It can pass without the tests having run.'],
      taskId,
      agentId,
      expiresAt: null,
    },
    world,
  );
}
