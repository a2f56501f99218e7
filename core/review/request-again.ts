import type { EventDraft, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { RandomSource } from '../world/index.ts';
import { gateRequested } from './events.ts';
import { actionPayload, gateSubject, newGateId } from './request.ts';
import { gateStanding } from './standing.ts';

/**
 * Drafts a gate that asks what a withdrawn one asked: the same request with the same action, so the same digest, under
 * an id of its own. A time limit stays where it was. Errors: `unknown-gate`, `gate-not-withdrawn`, `action-redacted`,
 * the ledger's.
 */
export function requestAgain(
  reader: LedgerReader,
  gateId: string,
  { random }: { readonly random: RandomSource },
): Result<{ readonly gateId: string; readonly event: EventDraft }> {
  const standing = gateStanding(reader, gateId);
  if (!standing.ok) return standing;
  const { progress, request, requestSeq } = standing.value;
  if (progress.state !== 'withdrawn') {
    return fail(
      'gate-not-withdrawn',
      `The gate is ${progress.state}: only one that was withdrawn is asked again`,
      gateId,
    );
  }
  const action = reader.body(requestSeq, actionPayload);
  if (!action.ok) return action;
  if (action.value.state === 'redacted') {
    return fail('action-redacted', `What this gate showed was redacted: ${action.value.reason}`, gateId);
  }
  const again = newGateId(random);
  const payload = { name: actionPayload, mediaType: 'application/json', body: action.value.body };
  const event = gateRequested.draft(request.requester, gateSubject(again), { ...request, gate_id: again }, [payload]);
  return ok({ gateId: again, event });
}
