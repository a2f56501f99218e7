import { z } from 'zod';
import { actionDigest, decidingRoles, type GateRequestDraft, requestGate } from '../../review/index.ts';
import type { Claim } from '../case/case-file.ts';
import { withArguments } from './arguments.ts';
import { findClaim } from './claim-access.ts';
import { derivedBytes } from './derived-id.ts';
import { humanGateCreated } from './events.ts';
import { claimJson } from './lookup-claim.ts';
import type { ToolWorld } from './tool.ts';

const schema = z.object({
  claim_ids: z.array(z.string()).min(1).max(100),
  reason: z.string().trim().min(1).max(10_000),
  priority: z.enum(['LOW', 'NORMAL', 'HIGH', 'CRITICAL']).nullish(),
  required_role: z.enum(decidingRoles).nullish(),
});

/**
 * Asks a person about claims (seed 002 §4.5): opens a gate that shows the claims as they stand, and whose digest binds
 * the decision to them (G2). Only roles that may decide can be asked for (G5). A replay opens none: it names the gate
 * of the recorded debate, with the digest of what it would show.
 */
export const requestHumanReview = withArguments(schema, (asked, world) => {
  const claims: Claim[] = [];
  for (const id of new Set(asked.claim_ids)) {
    const found = findClaim(id, world);
    if (!found.ok) return found;
    claims.push(found.claim);
  }
  const requiredRole = asked.required_role ?? 'ANALYST';
  const priority = asked.priority ?? 'NORMAL';
  const review = { claims, reason: asked.reason, requiredRole, priority };
  const draft = reviewGate(review, world);
  const { gateId, event } = requestGate(draft, {
    clock: world.clock,
    random: derivedBytes(`gate/${world.callId}`),
  });
  const claimIds = idsOf(review);
  const created = humanGateCreated.draft(requesterOf(world), `debate:${world.debateId}`, {
    debate_id: world.debateId,
    gate_id: gateId,
    agent_id: world.agentId,
    round_number: world.round,
    claim_ids: claimIds,
    reason: asked.reason,
    priority,
    required_role: requiredRole,
    action_digest: actionDigest(draft),
    instead_of: null,
  });
  return {
    ok: true,
    result: { gate_id: gateId, state: 'pending', claim_ids: claimIds, priority, required_role: requiredRole },
    events: world.replayOf === null ? [event, created] : [created],
  };
});

interface Review {
  readonly claims: readonly Claim[];
  readonly reason: string;
  readonly requiredRole: (typeof decidingRoles)[number];
  readonly priority: string;
}

function requesterOf({ agentId }: ToolWorld) {
  return { kind: 'agent', id: agentId } as const;
}

function idsOf({ claims }: Review): string[] {
  return claims.map((claim) => claim.claim_id);
}

/** The gate that is opened: it shows the claims as they stand now. */
function reviewGate(review: Review, world: ToolWorld): GateRequestDraft {
  const { claims, reason, requiredRole, priority } = review;
  const { debateId, agentId, round } = world;
  return {
    action: 'debate.review',
    title: `The ${agentId} asks what to make of ${claims.length === 1 ? 'a claim' : `${claims.length} claims`}`,
    requester: requesterOf(world),
    requiredRole,
    tool: 'request_human_review',
    arguments: {
      debate_id: world.replayOf ?? debateId,
      deal_id: world.registry.dealId,
      round_number: round,
      claim_ids: idsOf(review),
      reason,
      priority,
    },
    policy: { required_role: requiredRole },
    evidence: { claims: claims.map((claim) => claimOf(claim, world)) },
    why: [{ text: reason, rule: 'D6', link: { view: 'debates', id: debateId } }],
    touches: {
      files: [],
      tools: [],
      money: null,
      people: [],
      reversible: 'reversible',
      note: 'The debate waits for the answer and goes on with it',
    },
    falsifiers: [],
    taskId: null,
    agentId,
    expiresAt: null,
  };
}

function claimOf(claim: Claim, { registry }: ToolWorld) {
  const standing = registry.standing(claim.claim_id);
  if (standing === null) throw new Error('bug: a claim of the registry has no standing');
  return claimJson(claim, standing);
}
