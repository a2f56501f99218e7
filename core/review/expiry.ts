import { z } from 'zod';
import type { Actor, AppendReceipt, EventDraft, Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type Clock, isoTime } from '../world/index.ts';
import { isExpired } from './decision.ts';
import { gateExpired, gateWithdrawn } from './events.ts';
import { gateSubject } from './request.ts';
import { identityKey } from './role.ts';
import { gateStanding } from './standing.ts';

const sweeper: Actor = { kind: 'system', id: 'mizan' };

/**
 * Records every pending gate whose time is up, at most 500 a call, and returns their ids. Only a record: decisions and
 * uses look at the clock themselves, so a sweep that never runs lets nothing through (G3).
 */
export function expireGates(ledger: Ledger, clock: Clock): Result<readonly string[]> {
  const overdue = ledger.select(
    `SELECT gate_id FROM gate WHERE state = 'pending' AND expires_at <= ? ORDER BY request_seq LIMIT 500`,
    [isoTime(clock.now())],
    z.object({ gate_id: z.string() }),
  );
  const expired: string[] = [];
  if (overdue.length === 0) return ok(expired);
  const receipt = ledger.appendDecided((reader) => {
    const drafts = [];
    for (const { gate_id: gateId } of overdue) {
      const standing = gateStanding(reader, gateId);
      if (!standing.ok) return standing;
      const { terms, progress, request } = standing.value;
      if (progress.state !== 'pending' || request.expires_at === null || !isExpired(terms, clock.now())) continue;
      drafts.push(gateExpired.draft(sweeper, gateSubject(gateId), { gate_id: gateId, expires_at: request.expires_at }));
      expired.push(gateId);
    }
    return ok(drafts);
  });
  return receipt.ok ? ok(expired) : receipt;
}

/** Takes a request back. Only who asked may, and only while it is pending. Errors: those of `withdrawal`. */
export function withdrawGate(ledger: Ledger, gateId: string, requester: Actor, reason: string): Result<AppendReceipt> {
  return ledger.appendDecided((reader) => {
    const event = withdrawal(reader, gateId, requester, reason);
    return event.ok ? ok([event.value]) : event;
  });
}

/**
 * The same as an event, for a caller that appends it with what takes its place. Errors: `unknown-gate`, `gate-final`,
 * `wrong-requester`.
 */
export function withdrawal(reader: LedgerReader, gateId: string, requester: Actor, reason: string): Result<EventDraft> {
  const standing = gateStanding(reader, gateId);
  if (!standing.ok) return standing;
  const { terms, progress } = standing.value;
  if (identityKey(requester.id) !== identityKey(terms.requesterId)) {
    return fail('wrong-requester', `Only ${terms.requesterId}, who asked, may withdraw the gate`, gateId);
  }
  if (progress.state !== 'pending') {
    return fail('gate-final', `The gate is already ${progress.state}`, gateId);
  }
  return ok(gateWithdrawn.draft(requester, gateSubject(gateId), { gate_id: gateId, reason }));
}
