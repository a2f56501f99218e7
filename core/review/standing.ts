import type { GateState } from '../api/index.ts';
import type { Actor, LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Clock } from '../world/index.ts';
import { evaluateDecision, freshGate, type GateProgress, type GateTerms, stateAt } from './decision.ts';
import {
  type DecisionStatement,
  gateConsumed,
  gateDecided,
  gateExpired,
  gateRequested,
  gateWithdrawn,
} from './events.ts';
import { votingRules } from './policy.ts';
import { readEvents } from './read-events.ts';
import { gateSubject } from './request.ts';
import { identityKey } from './role.ts';
import { rosterOf } from './roster.ts';
import { checkSignedDecision } from './statement.ts';

/** A decision that counted, and where it stands in the tree. */
export interface CountedDecision {
  readonly seq: number;
  readonly statement: DecisionStatement;
}

/** Where a gate stands, worked out from its events alone. */
export interface GateStanding {
  readonly gateId: string;
  readonly requestSeq: number;
  /** The request as it was made. */
  readonly request: GateRequest;
  readonly terms: GateTerms;
  readonly progress: GateProgress;
  readonly decisions: readonly CountedDecision[];
  /** Where the approval was used, or null. */
  readonly consumedSeq: number | null;
}
export type GateRequest = Extract<ReturnType<typeof gateRequested.read>, { ok: true }>['value'];

/**
 * Replays the events of one gate. A recorded decision counts only when its signature holds, its key was enrolled then,
 * and the rules accept it, so an event that came past `decideGate` decides nothing.
 * Errors: `unknown-gate`, `event-damaged`.
 */
export function gateStanding(reader: LedgerReader, gateId: string): Result<GateStanding> {
  const events = readEvents(reader, { subject: gateSubject(gateId) });
  if (!events.ok) return events;
  let standing: GateStanding | null = null;
  for (const event of events.value) {
    if (standing === null) {
      standing = opened(event, gateId);
      continue;
    }
    const next = advanced(reader, standing, event);
    if (!next.ok) return next;
    standing = next.value;
  }
  if (standing === null) return fail('unknown-gate', `There is no gate ${gateId} in this ledger`, gateId);
  return ok(standing);
}

/** The state of a gate now: a pending one whose time is up is expired, swept or not. Error: `unknown-gate`. */
export function gateState(reader: LedgerReader, gateId: string, clock: Clock): Result<GateState> {
  const standing = gateStanding(reader, gateId);
  return standing.ok ? ok(stateAt(standing.value.terms, standing.value.progress, clock.now())) : standing;
}

/** Who asked for a gate. Error: `unknown-gate`. */
export function gateRequester(reader: LedgerReader, gateId: string): Result<Actor> {
  const standing = gateStanding(reader, gateId);
  return standing.ok ? ok(standing.value.request.requester) : standing;
}

/** The digest of the action that a gate asks for. Error: `unknown-gate`. */
export function gateDigest(reader: LedgerReader, gateId: string): Result<string> {
  const standing = gateStanding(reader, gateId);
  return standing.ok ? ok(standing.value.terms.digest) : standing;
}

/**
 * The last decision that counted: who, in which role, what and why; null while there is none. Error: `unknown-gate`.
 */
export function lastDecision(reader: LedgerReader, gateId: string): Result<DecisionStatement | null> {
  const standing = gateStanding(reader, gateId);
  return standing.ok ? ok(standing.value.decisions.at(-1)?.statement ?? null) : standing;
}

function opened(event: LedgerEvent, gateId: string): GateStanding | null {
  if (!gateRequested.matches(event)) return null;
  const request = gateRequested.read(event);
  if (!request.ok || request.value.gate_id !== gateId) return null;
  const rules = votingRules.safeParse(request.value.policy);
  if (!rules.success) return null;
  const { requester, action_digest: digest, required_role: requiredRole, expires_at: expiresAt } = request.value;
  return {
    gateId,
    requestSeq: event.seq,
    request: request.value,
    terms: {
      requesterId: requester.id,
      digest,
      requiredRole,
      rules: rules.data,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    },
    progress: freshGate,
    decisions: [],
    consumedSeq: null,
  };
}

function advanced(reader: LedgerReader, standing: GateStanding, event: LedgerEvent): Result<GateStanding> {
  switch (event.type) {
    case gateDecided.type:
      return decided(reader, standing, event);
    case gateExpired.type:
      return ok(closed(standing, 'expired'));
    case gateWithdrawn.type: {
      const byRequester = identityKey(event.actor.id) === identityKey(standing.terms.requesterId);
      return ok(byRequester ? closed(standing, 'withdrawn') : standing);
    }
    case gateConsumed.type:
      return ok({ ...standing, consumedSeq: standing.consumedSeq ?? event.seq });
    default:
      return ok(standing);
  }
}

function closed(standing: GateStanding, state: 'expired' | 'withdrawn'): GateStanding {
  const { progress } = standing;
  return progress.state === 'pending' ? { ...standing, progress: { ...progress, state } } : standing;
}

function decided(reader: LedgerReader, standing: GateStanding, event: LedgerEvent): Result<GateStanding> {
  const data = gateDecided.read(event);
  if (!data.ok) return ok(standing);
  const roster = rosterOf(reader, event.seq);
  if (!roster.ok) return roster;
  const { statement } = data.value;
  if (!checkSignedDecision(reader, standing, data.value, roster.value).ok) return ok(standing);
  const attempt = {
    reviewerId: statement.reviewer_id,
    role: statement.role,
    verb: statement.verb,
    reason: statement.reason,
    digest: statement.action_digest,
  };
  const outcome = evaluateDecision(standing.terms, standing.progress, attempt, Date.parse(statement.decided_at));
  if (!outcome.accepted) return ok(standing);
  const decisions = [...standing.decisions, { seq: event.seq, statement }];
  return ok({ ...standing, progress: outcome.progress, decisions });
}
