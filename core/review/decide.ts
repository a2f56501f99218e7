import type { BriefingSection, GateState, OfferedVerb, Role } from '../api/index.ts';
import type { EventDraft, Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Problem, type Result } from '../problem/index.ts';
import { type Clock, isoTime } from '../world/index.ts';
import { checkAnswer } from './answer.ts';
import { type DecisionAttempt, evaluateDecision } from './decision.ts';
import { type DecisionStatement, gateDecided, gateRefused } from './events.ts';
import { refusalProblem } from './refusal.ts';
import { gateSubject } from './request.ts';
import { identityKey } from './role.ts';
import { checkReviewer, type Roster, rosterOf } from './roster.ts';
import type { ReviewerSigner } from './signer.ts';
import { type GateStanding, gateStanding } from './standing.ts';
import { checkSignedDecision, requestDigest, signStatement } from './statement.ts';

/** What a reviewer wants to do, and what they had in front of them. */
export interface GateDecision {
  readonly gateId: string;
  readonly verb: OfferedVerb;
  /** Empty when none is given. Reject needs one (G4), and respond is nothing else. */
  readonly reason: string;
  /** The action digest that was on screen. */
  readonly digest: string;
  /** The sections of the briefing that were on screen. */
  readonly sectionsSeen: readonly BriefingSection[];
}

export interface DecisionReceipt {
  readonly gateId: string;
  readonly state: GateState;
  /** Where the decision stands in the tree. */
  readonly seq: number;
}

interface Weighed {
  readonly state: GateState;
  readonly draft: EventDraft;
}

/**
 * Decides a gate: the one place that lets a decision in, whatever door it came through (G2). The gate is read, weighed
 * and signed inside one transaction, so of two reviewers in two processes the first valid one wins and the other learns
 * who decided what and why (G1). A refused attempt at an existing gate is recorded in a transaction of its own.
 *
 * Errors: `text-malformed`, `unknown-gate`, `unknown-reviewer`, `signature-invalid`, each `Refusal`, those of
 * `checkAnswer`, and the ledger's own.
 */
export function decideGate(
  ledger: Ledger,
  decision: GateDecision,
  signer: ReviewerSigner,
  clock: Clock,
): Result<DecisionReceipt> {
  if (!decision.reason.isWellFormed()) {
    return fail('text-malformed', 'The reason holds half a character; type it again', 'reason');
  }
  let state: GateState = 'pending';
  let refused: EventDraft | null = null;
  const receipt = ledger.appendDecided((reader) => {
    const standing = gateStanding(reader, decision.gateId);
    if (!standing.ok) return standing;
    const roster = rosterOf(reader);
    if (!roster.ok) return roster;
    const weighed = weigh(reader, standing.value, roster.value, decision, signer, clock);
    if (!weighed.ok) {
      const role = roster.value.get(identityKey(signer.reviewerId))?.role ?? null;
      refused = refusedDraft(decision, signer, role, weighed.problem);
      return weighed;
    }
    state = weighed.value.state;
    return ok([weighed.value.draft]);
  });
  if (receipt.ok) return ok({ gateId: decision.gateId, state, seq: receipt.value.firstSeq });
  if (refused === null) return receipt;
  const recorded = ledger.append([refused]);
  if (recorded.ok) return receipt;
  const { code, message } = receipt.problem;
  return fail(code, `${message} (the attempt could not be recorded: ${recorded.problem.message})`, decision.gateId);
}

function weigh(
  reader: LedgerReader,
  standing: GateStanding,
  roster: Roster,
  decision: GateDecision,
  signer: ReviewerSigner,
  clock: Clock,
): Result<Weighed> {
  const reviewer = checkReviewer(roster, signer.reviewerId, signer.publicKey);
  if (!reviewer.ok) return reviewer;
  const { role } = reviewer.value;
  const now = clock.now();
  const attempt: DecisionAttempt = {
    reviewerId: signer.reviewerId,
    role,
    verb: decision.verb,
    reason: decision.reason,
    digest: decision.digest,
  };
  const outcome = evaluateDecision(standing.terms, standing.progress, attempt, now);
  if (!outcome.accepted) return { ok: false, problem: refusalProblem(outcome.refusal, standing, attempt) };
  if (decision.verb === 'respond') {
    const heard = checkAnswer(standing.request.action, decision.reason);
    if (!heard.ok) return heard;
  }
  const digest = requestDigest(reader, standing.requestSeq);
  if (!digest.ok) return digest;
  const statement: DecisionStatement = {
    format: 'mizan-gate-decision/1',
    gate_id: decision.gateId,
    request_seq: standing.requestSeq,
    request_digest: digest.value,
    action_digest: decision.digest,
    reviewer_id: signer.reviewerId,
    role: outcome.role,
    verb: decision.verb,
    reason: decision.reason.trim() === '' ? null : decision.reason.trim(),
    sections_seen: [...new Set(decision.sectionsSeen)],
    decided_at: isoTime(now),
  };
  const signed = signStatement(statement, signer);
  const holds = checkSignedDecision(reader, standing, signed, roster);
  if (!holds.ok) return holds;
  const { state } = outcome.progress;
  const actor = { kind: 'human', id: signer.reviewerId } as const;
  return ok({ state, draft: gateDecided.draft(actor, gateSubject(decision.gateId), { ...signed, state }) });
}

function refusedDraft(decision: GateDecision, signer: ReviewerSigner, role: Role | null, problem: Problem): EventDraft {
  return gateRefused.draft({ kind: 'human', id: signer.reviewerId }, gateSubject(decision.gateId), {
    gate_id: decision.gateId,
    reviewer_id: signer.reviewerId,
    role,
    verb: decision.verb,
    reason: decision.reason.trim() === '' ? null : decision.reason.trim(),
    digest: decision.digest,
    code: problem.code,
  });
}
