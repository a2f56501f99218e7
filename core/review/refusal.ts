import { type Problem, unreachable } from '../problem/index.ts';
import { isoTime } from '../world/index.ts';
import type { DecisionAttempt, Refusal } from './decision.ts';
import type { GateStanding } from './standing.ts';

/** The refusal in words for the person who tried: what stands in the way and what to do. */
export function refusalProblem(refusal: Refusal, standing: GateStanding, attempt: DecisionAttempt): Problem {
  return { code: refusal, message: sentence(refusal, standing, attempt), place: standing.gateId };
}

function sentence(refusal: Refusal, standing: GateStanding, attempt: DecisionAttempt): string {
  const { terms } = standing;
  switch (refusal) {
    case 'gate-final':
      return finalSentence(standing);
    case 'gate-expired':
      return `The gate expired at ${isoTime(terms.expiresAt ?? 0)}; the requester has to ask again`;
    case 'unknown-verb':
      return `${attempt.verb} is not a decision; use approve, reject or respond`;
    case 'role-may-not-decide':
      return `The role ${attempt.role} may not decide; the gate needs ${terms.requiredRole} or above`;
    case 'role-too-low':
      return `The gate needs ${terms.requiredRole} or above; ${attempt.reviewerId} is ${attempt.role}`;
    case 'self-review':
      return `${attempt.reviewerId} asked for this and may not decide it; another reviewer has to`;
    case 'wrong-digest':
      return 'What was shown is not what the gate asks for; open the gate again and decide on that';
    case 'duplicate-vote':
      return `${attempt.reviewerId} has voted on this gate; it waits for another reviewer`;
    case 'reason-required':
      return `To ${attempt.verb} this gate a reason is needed; say it in a sentence`;
    default:
      return unreachable(refusal);
  }
}

/** The loser sees who decided what and why (G1). */
function finalSentence(standing: GateStanding): string {
  const last = standing.decisions.at(-1);
  const { state } = standing.progress;
  if (last === undefined) return `The gate is already ${state}; nothing more can be decided`;
  const { reviewer_id: reviewer, role, decided_at: at, reason } = last.statement;
  const why = reason === null ? 'no reason given' : `reason: ${reason}`;
  return `The gate is already ${state}: ${reviewer} (${role}) decided at ${at}, ${why}`;
}
