import type { EventDetail } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Problem, type Result } from '../problem/index.ts';
import { gateDecided, gateRequested } from './events.ts';
import { readEvents } from './read-events.ts';
import { rosterOf } from './roster.ts';
import { gateStanding } from './standing.ts';
import { checkSignedDecision } from './statement.ts';

export interface VerifiedDecision {
  readonly gateId: string;
  readonly signer: string;
  readonly algorithm: 'ed25519';
}

/**
 * Checks a recorded decision again from the file alone: the signature holds, the key was enrolled before the decision
 * with that role, and it speaks about exactly the request and action digest in the tree.
 * Errors: `not-a-decision`, `event-data-invalid`, `wrong-request`, `wrong-digest`, `unknown-reviewer`,
 * `signature-invalid`, `role-changed`.
 */
export function verifyDecision(reader: LedgerReader, seq: number): Result<VerifiedDecision> {
  const event = reader.event(seq);
  if (!event.ok) return event;
  if (!gateDecided.matches(event.value)) return fail('not-a-decision', `Event ${seq} is not a decision`, String(seq));
  const decision = gateDecided.read(event.value);
  if (!decision.ok) return decision;
  const { statement } = decision.value;
  const requestEvent = reader.event(statement.request_seq);
  if (!requestEvent.ok) return requestEvent;
  const request = gateRequested.matches(requestEvent.value) ? gateRequested.read(requestEvent.value) : null;
  if (!request?.ok || statement.request_seq >= seq) {
    return fail('wrong-request', 'The decision points at an event that is not its request', String(seq));
  }
  const { gate_id: gateId, action_digest: digest } = request.value;
  if (digest !== statement.action_digest) {
    return fail('wrong-digest', 'The decision was made on another action than the request holds', String(seq));
  }
  const place = { gateId, requestSeq: statement.request_seq };
  const roster = rosterOf(reader, seq);
  if (!roster.ok) return roster;
  const holds = checkSignedDecision(reader, place, decision.value, roster.value);
  return holds.ok ? ok({ gateId, signer: statement.reviewer_id, algorithm: 'ed25519' }) : holds;
}

/** Every signature inside an event of this room, checked; null for an event that carries none. */
export function decisionSignatures(reader: LedgerReader, seq: number): EventDetail['signatures'] | null {
  const event = reader.event(seq);
  if (!event.ok || !gateDecided.matches(event.value)) return null;
  const decision = gateDecided.read(event.value);
  const signer = decision.ok ? decision.value.statement.reviewer_id : 'unknown';
  return [{ signer, algorithm: 'ed25519', valid: verifyDecision(reader, seq).ok }];
}

export interface DecisionAudit {
  /** Decisions looked at. */
  readonly checked: number;
  /** Those that do not hold, oldest first. */
  readonly bad: readonly { readonly seq: number; readonly problem: Problem }[];
}

/**
 * Checks every recorded decision again from the file alone: `verifyDecision`, and that the rules of its gate accepted
 * it then (`decision-void` when not). Says nothing about the tree: `mizan ledger verify` does. Error: `event-damaged`.
 */
export function auditDecisions(reader: LedgerReader): Result<DecisionAudit> {
  const events = readEvents(reader, { type: gateDecided.type });
  if (!events.ok) return events;
  const bad = events.value.flatMap(({ seq }) => {
    const checked = checkCounted(reader, seq);
    return checked.ok ? [] : [{ seq, problem: checked.problem }];
  });
  return ok({ checked: events.value.length, bad });
}

function checkCounted(reader: LedgerReader, seq: number): Result<null> {
  const verified = verifyDecision(reader, seq);
  if (!verified.ok) return verified;
  const standing = gateStanding(reader, verified.value.gateId);
  if (!standing.ok) return standing;
  if (standing.value.decisions.some((decision) => decision.seq === seq)) return ok(null);
  return fail('decision-void', 'The rules of the gate did not let this decision in when it was recorded', `${seq}`);
}
