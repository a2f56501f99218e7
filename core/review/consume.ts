import type { Actor, AppendReceipt, EventDraft, Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type Clock, isoTime } from '../world/index.ts';
import { isExpired, stateAt } from './decision.ts';
import { gateConsumed } from './events.ts';
import { gateSubject } from './request.ts';
import { gateStanding } from './standing.ts';

export interface ApprovalUse {
  readonly gateId: string;
  /** `actionDigest` of what is about to happen, worked out again from that, not copied from the gate. */
  readonly digest: string;
  /** Who is about to do it: must be who asked. */
  readonly consumer: Actor;
}

/**
 * Uses an approval right before its effect, once (G3). Everything is read again from the ledger, so a restart changes
 * nothing, and a changed tool, argument, policy or evidence has another digest and fails.
 *
 * Errors: `unknown-gate`, `approval-missing`, `approval-used`, `approval-expired`, `wrong-digest`, `wrong-requester`,
 * and the ledger's own.
 */
export function consumeApproval(ledger: Ledger, use: ApprovalUse, clock: Clock): Result<AppendReceipt> {
  return ledger.appendDecided((reader) => {
    const draft = approvalUse(reader, use, clock);
    return draft.ok ? ok([draft.value]) : draft;
  });
}

/**
 * The event that uses an approval, for a caller that appends it together with its own. Sound only inside
 * `appendDecided`, with the reader it gives.
 */
export function approvalUse(reader: LedgerReader, use: ApprovalUse, clock: Clock): Result<EventDraft> {
  const { gateId, digest, consumer } = use;
  const found = gateStanding(reader, gateId);
  if (!found.ok) return found;
  const { terms, progress, request, consumedSeq } = found.value;
  const now = clock.now();
  const state = stateAt(terms, progress, now);
  if (state !== 'approved') {
    return fail('approval-missing', `The gate is ${state}, not approved; the action must not happen`, gateId);
  }
  if (consumedSeq !== null) {
    return fail(
      'approval-used',
      `The approval was used in event ${consumedSeq}; ask again to repeat the action`,
      gateId,
    );
  }
  if (isExpired(terms, now)) {
    const at = isoTime(terms.expiresAt ?? now);
    return fail('approval-expired', `The approval was not used before ${at}; ask again`, gateId);
  }
  if (digest !== terms.digest) {
    const message = `Approved was ${terms.digest}, about to happen is ${digest}; ask again for the changed action`;
    return fail('wrong-digest', message, gateId);
  }
  if (consumer.kind !== request.requester.kind || consumer.id !== request.requester.id) {
    return fail(
      'wrong-requester',
      `${consumer.id} did not ask for this; only ${request.requester.id} may use it`,
      gateId,
    );
  }
  const data = { gate_id: gateId, action_digest: digest, consumer: { kind: consumer.kind, id: consumer.id } };
  return ok(gateConsumed.draft(consumer, gateSubject(gateId), data));
}
