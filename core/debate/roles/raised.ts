import type { ArbiterDecision, Challenge } from '../agent-output.ts';
import type { DebateMessage, DebateState } from '../debate-state.ts';
import type { AgentRole } from '../role.ts';
import type { Finding } from './checks/finding.ts';

/** A challenge with who raised it and when. */
export interface RaisedChallenge {
  readonly challenge: Challenge;
  readonly role: string;
  readonly round: number;
  /** How sure the role was that raised it. */
  readonly confidence: number;
}

/** The accepted outputs, in the order in which they were said. Rejected ones never reach a state (D5). */
export function outputsOf(state: DebateState): readonly DebateMessage['output'][] {
  return state.messages.map((message) => message.output);
}

/** All challenges of the debate, in the order in which they were raised. */
export function raisedIn(state: DebateState): readonly RaisedChallenge[] {
  return outputsOf(state).flatMap(
    ({ structured_content: content, role, round_number: round, muhasabah_record: record }) =>
      (content.challenges ?? []).map((challenge) => ({ challenge, role, round, confidence: record.confidence })),
  );
}

/** The last ruling on each challenge: a later one, after people decided, replaces an escalation. */
export function rulingsIn(state: DebateState): ReadonlyMap<string, ArbiterDecision> {
  return new Map(state.arbiter_decisions.map((ruling) => [ruling.challenge_id, ruling]));
}

/** The challenges that no ruling has settled: not ruled on yet, or escalated. */
export function openChallenges(state: DebateState): readonly RaisedChallenge[] {
  const rulings = rulingsIn(state);
  return raisedIn(state).filter(({ challenge }) => {
    const ruling = rulings.get(challenge.challenge_id)?.ruling;
    return ruling === undefined || ruling === 'ESCALATED';
  });
}

/** The findings that nobody has raised yet. */
export function notRaised(findings: readonly Finding[], state: DebateState): readonly Finding[] {
  const known = new Set(
    raisedIn(state).flatMap(({ challenge }) => challenge.claim_refs.map((id) => `${challenge.defect_type} ${id}`)),
  );
  return findings.filter((finding) => !known.has(`${finding.type} ${finding.claimId}`));
}

/** The last output of a role in this round; null when it has not spoken yet. */
export function lastOf(role: AgentRole, round: number, state: DebateState): DebateMessage['output'] | null {
  return outputsOf(state).findLast((output) => output.role === role && output.round_number === round) ?? null;
}
