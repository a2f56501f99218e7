import { type GateState, type GateVerb, gateVerbSchema } from '../api/index.ts';
import { unreachable } from '../problem/index.ts';
import type { EpochMilliseconds } from '../world/index.ts';
import type { VotingRules } from './policy.ts';
import { type DecidingRole, identityKey, isAtLeast, mayDecide } from './role.ts';

/** What a gate asks for. Fixed at the request. */
export interface GateTerms {
  readonly requesterId: string;
  /** The action digest. */
  readonly digest: string;
  /** The least role that may decide (G5). */
  readonly requiredRole: DecidingRole;
  readonly rules: VotingRules;
  /** From this moment on the gate is closed (G3); null never. */
  readonly expiresAt: EpochMilliseconds | null;
}

/** One accepted approve or reject. Snooze and escalate are not votes. */
export interface Vote {
  readonly reviewerId: string;
  readonly verb: 'approve' | 'reject';
}

/** Where a gate stands after the decisions so far. */
export interface GateProgress {
  readonly state: GateState;
  readonly votes: readonly Vote[];
}

export const freshGate: GateProgress = { state: 'pending', votes: [] };

/** What somebody tries to do to a gate. Words come as they were given: unknown ones are refused here. */
export interface DecisionAttempt {
  readonly reviewerId: string;
  readonly role: string;
  readonly verb: string;
  readonly reason: string | null;
  /** The action digest that was on screen; null when none was. */
  readonly digest: string | null;
}

/** Why a decision is refused (G2, G4, G5, G6). */
export type Refusal =
  | 'gate-final'
  | 'gate-expired'
  | 'unknown-verb'
  | 'role-may-not-decide'
  | 'role-too-low'
  | 'self-review'
  | 'wrong-digest'
  | 'duplicate-vote'
  | 'reason-required';

export type DecisionOutcome =
  | { readonly accepted: true; readonly role: DecidingRole; readonly progress: GateProgress }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Whether this is a verb of G1, letter for letter. */
function isVerb(word: string): word is GateVerb {
  return (gateVerbSchema.options as readonly string[]).includes(word);
}

/** Whether nothing more can be decided at `now`: a pending gate whose time is up is expired, swept or not (G3). */
export function isExpired(terms: Pick<GateTerms, 'expiresAt'>, now: EpochMilliseconds): boolean {
  return terms.expiresAt !== null && now >= terms.expiresAt;
}

/** The state at `now`, with expiry enforced. */
export function stateAt(terms: GateTerms, progress: GateProgress, now: EpochMilliseconds): GateState {
  return progress.state === 'pending' && isExpired(terms, now) ? 'expired' : progress.state;
}

/**
 * Decides whether an attempt counts and what the gate becomes. Pure; every door's decisions come through here.
 * The first reason that applies is the refusal.
 */
export function evaluateDecision(
  terms: GateTerms,
  progress: GateProgress,
  attempt: DecisionAttempt,
  now: EpochMilliseconds,
): DecisionOutcome {
  const { role, verb } = attempt;
  const state = stateAt(terms, progress, now);
  if (state === 'expired') return refused('gate-expired');
  if (state !== 'pending') return refused('gate-final');
  if (!isVerb(verb)) return refused('unknown-verb');
  if (!mayDecide(role)) return refused('role-may-not-decide');
  if (!isAtLeast(role, terms.requiredRole)) return refused('role-too-low');
  const reviewer = identityKey(attempt.reviewerId);
  if (reviewer === identityKey(terms.requesterId)) return refused('self-review');
  if (attempt.digest !== terms.digest) return refused('wrong-digest');
  const isVote = verb === 'approve' || verb === 'reject';
  const hasVoted = progress.votes.some((vote) => identityKey(vote.reviewerId) === reviewer);
  if (isVote && hasVoted) return refused('duplicate-vote');
  const needsReason = verb === 'reject' || (verb === 'approve' && terms.rules.reason_required);
  if (needsReason && (attempt.reason ?? '').trim() === '') return refused('reason-required');
  return { accepted: true, role, progress: afterVerb(terms.rules, progress, attempt.reviewerId, verb) };
}

function refused(refusal: Refusal): DecisionOutcome {
  return { accepted: false, refusal };
}

/** The transition table of G1 and G6. */
function afterVerb(rules: VotingRules, progress: GateProgress, reviewerId: string, verb: GateVerb): GateProgress {
  switch (verb) {
    case 'approve': {
      const votes: readonly Vote[] = [...progress.votes, { reviewerId, verb }];
      const approvals = votes.filter((vote) => vote.verb === 'approve').length;
      return { state: approvals >= rules.quorum ? 'approved' : 'pending', votes };
    }
    case 'reject': {
      const votes: readonly Vote[] = [...progress.votes, { reviewerId, verb }];
      const rejects = votes.filter((vote) => vote.verb === 'reject').length;
      return { state: rules.veto || rejects >= rules.deny_threshold ? 'rejected' : 'pending', votes };
    }
    case 'edit':
      return { ...progress, state: 'edited' };
    case 'respond':
      return { ...progress, state: 'responded' };
    case 'terminate':
      return { ...progress, state: 'terminated' };
    case 'escalate':
    case 'snooze':
      return progress;
    default:
      return unreachable(verb);
  }
}
