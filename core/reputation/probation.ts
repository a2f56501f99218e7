import type { Actor, EventDraft, Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import {
  actionDigest,
  approvalUse,
  type GateAction,
  type GateRequestDraft,
  gateState,
  requestGate,
} from '../review/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';
import { probationAction, probationGranted } from './events.ts';
import { probationGateOf, type Standing, standingOf } from './queries.ts';

interface World {
  readonly clock: Clock;
  readonly random: RandomSource;
}

/** It is the agent that wants to work, so only its next contract can use the approval. */
function agentActor(agentId: string): Actor {
  return { kind: 'agent', id: agentId };
}

/** What the reviewer decides on; a reputation that moved since makes it another action. */
function probationOf(agentId: string, standing: Standing): GateAction {
  return {
    tool: probationAction,
    arguments: { agent_id: agentId },
    policy: { rule: 'C8', level: 'strict', until_reputation_above: 0.2, reason_required: true },
    evidence: { reputation: standing.reputation },
  };
}

function probationRequest(agentId: string, standing: Standing): GateRequestDraft {
  return {
    ...probationOf(agentId, standing),
    action: probationAction,
    title: `Let ${agentId} work again, on probation`,
    requester: agentActor(agentId),
    requiredRole: 'PARTNER',
    why: [
      {
        text: `Reputation ${standing.reputation.toFixed(3)} is at or below 0.2: the agent is suspended.`,
        rule: 'C8',
        link: { view: 'agents', id: agentId },
      },
    ],
    touches: {
      files: [],
      tools: [],
      money: null,
      people: [],
      reversible: 'reversible',
      note: 'The agent may get contracts again. Each is at level strict until its reputation is above 0.2.',
    },
    falsifiers: [
      'Its last claims failed for a reason that is not its own.',
      'The cause of the failures is still there.',
    ],
    taskId: null,
    agentId,
    expiresAt: null,
  };
}

/**
 * Asks a person (PARTNER or above, reason required) to let a suspended agent work again (C8).
 * Errors: `agent-not-suspended`, `probation-pending`, and the ledger's own.
 */
export function requestProbation(ledger: Ledger, agentId: string, world: World): Result<{ readonly gateId: string }> {
  let gateId = '';
  const appended = ledger.appendDecided((reader) => {
    const standing = standingOf(reader, agentId);
    if (standing.level !== 'suspended' || standing.probation) {
      return fail('agent-not-suspended', `${agentId} is not suspended, so it needs no probation`, agentId);
    }
    const earlier = probationGateOf(reader, agentId);
    const state = earlier === null ? null : gateState(reader, earlier, world.clock);
    if (earlier !== null && state?.ok === true && state.value === 'pending') {
      return fail(
        'probation-pending',
        `Gate ${earlier} already asks for this; see: mizan gate show ${earlier}`,
        earlier,
      );
    }
    const request = requestGate(probationRequest(agentId, standing), world);
    gateId = request.gateId;
    return ok([request.event]);
  });
  return appended.ok ? ok({ gateId }) : appended;
}

/**
 * The events that put a suspended agent on probation by using up its approval, for a caller that appends them with its
 * own inside `appendDecided`. Error: `agent-suspended`, saying what to do.
 */
export function startProbation(reader: LedgerReader, agentId: string, clock: Clock): Result<readonly EventDraft[]> {
  const standing = standingOf(reader, agentId);
  const gateId = probationGateOf(reader, agentId);
  const suspended = `${agentId} is suspended at reputation ${standing.reputation.toFixed(3)} and gets no contract`;
  if (gateId === null) {
    return fail('agent-suspended', `${suspended}; ask for probation with: mizan agents probation ${agentId}`, agentId);
  }
  const agent = agentActor(agentId);
  const digest = actionDigest(probationOf(agentId, standing));
  const used = approvalUse(reader, { gateId, digest, consumer: agent }, clock);
  if (!used.ok) return fail('agent-suspended', `${suspended}. ${used.problem.message}`, gateId);
  const granted = probationGranted.draft(agent, `agent:${agentId}`, {
    agent_id: agentId,
    gate_id: gateId,
    reputation: standing.reputation,
  });
  return ok([used.value, granted]);
}
