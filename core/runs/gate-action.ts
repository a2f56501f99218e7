import { z } from 'zod';
import type { Json, JsonObject } from '../canonical/index.ts';
import type { Actor, Ledger } from '../ledger/index.ts';
import {
  type ActionInvocation,
  type Context,
  MachineFailure,
  type Parked,
  park,
  type RunEvent,
} from '../machine/index.ts';
import type { Result } from '../problem/index.ts';
import {
  actionDigest,
  consumeApproval,
  decidingRoles,
  type GateRequestDraft,
  gateState,
  lastDecision,
  requestGate,
  votingRules,
} from '../review/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';

/** The name of the action that asks a person. */
export const gateAction = 'human_gate';

/** What a run waits for that is parked at a gate begins so. */
export const waitingPrefix = 'gate:';

const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

/** The `input` of a state with the action `human_gate`. */
const gateInput = z.strictObject({
  title: z.string().min(1),
  tool: z.string().min(1),
  arguments: object.default({}),
  evidence: (z.json() as z.ZodType<Json>).default(null),
  required_role: z.enum(decidingRoles).default('ANALYST'),
  policy: votingRules.prefault({}),
  why: z.array(z.string()).default([]),
  falsifiers: z.array(z.string()).default([]),
  reversible: z.enum(['reversible', 'irreversible', 'unknown']).default('unknown'),
  /** Seconds until the gate closes; none is never. */
  expires_in: z.number().positive().optional(),
});

function required<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new MachineFailure(result.problem.code, result.problem.message, false);
}

/**
 * Parks the run at a human gate and gives the decision when there is one, as `context.gate`: `{gate_id, state,
 * reason}`. An approval is used right then, once, and only for exactly what was shown (G3): arguments that changed
 * meanwhile have another digest and are an error. Asked again after a crash, it finds its own use and goes on.
 */
export function askPerson(
  ledger: Ledger,
  world: { readonly clock: Clock; readonly random: RandomSource },
  context: Context,
  invocation: ActionInvocation,
): JsonObject | Parked {
  const draft = draftOf(readInput(invocation.input), invocation, world.clock);
  const { waitingFor } = invocation;
  if (waitingFor === null || !waitingFor.startsWith(waitingPrefix)) {
    const { gateId, event } = requestGate(draft, world);
    return park(`${waitingPrefix}${gateId}`, [event as RunEvent]);
  }
  const gateId = waitingFor.slice(waitingPrefix.length);
  const state = required(gateState(ledger, gateId, world.clock));
  if (state === 'pending') return park(waitingFor);
  if (state === 'approved') {
    const use = { gateId, digest: actionDigest(draft), consumer: draft.requester };
    const used = consumeApproval(ledger, use, world.clock);
    // Only this step of this run may use it, so a use that is there already is its own, before a crash.
    if (!used.ok && used.problem.code !== 'approval-used') required(used);
  }
  return {
    ...context,
    gate: { gate_id: gateId, state, reason: required(lastDecision(ledger, gateId))?.reason ?? null },
  };
}

function readInput(input: ActionInvocation['input']): z.infer<typeof gateInput> {
  const read = gateInput.safeParse(input);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new MachineFailure('gate-invalid', `${issue?.path.join('.')}: ${issue?.message}`, false);
}

function draftOf(input: z.output<typeof gateInput>, invocation: ActionInvocation, clock: Clock): GateRequestDraft {
  const requester: Actor = { kind: 'system', id: `run:${invocation.idempotencyKey}` };
  return {
    action: 'run.action',
    title: input.title,
    requester,
    requiredRole: input.required_role,
    tool: input.tool,
    arguments: input.arguments,
    policy: input.policy,
    evidence: input.evidence,
    why: input.why.map((text) => ({ text, rule: 'machine', link: null })),
    touches: {
      files: [],
      tools: [input.tool],
      money: null,
      people: [],
      reversible: input.reversible,
      note: `State ${invocation.state} of the run ${invocation.executionId}`,
    },
    falsifiers: input.falsifiers,
    taskId: null,
    agentId: null,
    expiresAt: input.expires_in === undefined ? null : clock.now() + input.expires_in * 1000,
  };
}
