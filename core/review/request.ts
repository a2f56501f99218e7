import { type Touches, touchesSchema, type WhyItem, whyItemSchema } from '../api/index.ts';
import { canonicalJson } from '../canonical/index.ts';
import type { Actor, EventDraft } from '../ledger/index.ts';
import { type Clock, type EpochMilliseconds, isoTime, type RandomSource } from '../world/index.ts';
import { actionDigest, actionJson, type GateAction } from './action.ts';
import { gateRequested } from './events.ts';
import { votingRules } from './policy.ts';
import type { DecidingRole } from './role.ts';

/** Everything a reviewer needs to decide, and who asks. */
export interface GateRequestDraft extends GateAction {
  /** Class of action: `contract.land`, `agent.probation`. Earlier decisions are looked up by it. */
  readonly action: string;
  /** Who wants to do what, in one sentence. */
  readonly title: string;
  readonly requester: Actor;
  readonly requiredRole: DecidingRole;
  readonly why: readonly WhyItem[];
  readonly touches: Touches;
  /** What would change my mind. */
  readonly falsifiers: readonly string[];
  readonly taskId: string | null;
  readonly agentId: string | null;
  /** From this moment on the gate is closed; null never. */
  readonly expiresAt: EpochMilliseconds | null;
}

/** The name of the payload that holds the action in full. */
export const actionPayload = 'action';

/**
 * Drafts a gate. The caller appends the event together with its own, in one transaction, and parks until
 * `gateState` says otherwise. Throws on a draft that is a bug: voting rules out of range, or already expired.
 */
export function requestGate(
  draft: GateRequestDraft,
  world: { readonly clock: Clock; readonly random: RandomSource },
): { readonly gateId: string; readonly event: EventDraft } {
  votingRules.parse(draft.policy);
  if (draft.expiresAt !== null && draft.expiresAt <= world.clock.now()) {
    throw new Error(`bug: gate "${draft.title}" is requested already expired`);
  }
  const gateId = newGateId(world.random);
  const event = gateRequested.draft(
    draft.requester,
    gateSubject(gateId),
    {
      gate_id: gateId,
      action: draft.action,
      title: draft.title,
      requester: draft.requester,
      required_role: draft.requiredRole,
      action_digest: actionDigest(draft),
      policy: draft.policy,
      why: draft.why.map((item) => whyItemSchema.parse(item)),
      touches: touchesSchema.parse(draft.touches),
      falsifiers: [...draft.falsifiers],
      task_id: draft.taskId,
      agent_id: draft.agentId,
      expires_at: draft.expiresAt === null ? null : isoTime(draft.expiresAt),
    },
    [{ name: actionPayload, mediaType: 'application/json', body: canonicalJson(actionJson(draft)) }],
  );
  return { gateId, event };
}

/** `gate-` and 20 hex digits. */
export function newGateId(random: RandomSource): string {
  return `gate-${Buffer.from(random.bytes(10)).toString('hex')}`;
}

/** The ledger subject of a gate. */
export function gateSubject(gateId: string): string {
  return `gate:${gateId}`;
}
