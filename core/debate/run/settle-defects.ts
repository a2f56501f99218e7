import type { ArbiterDecision } from '../agent-output.ts';
import { closeDefect, type DefectClosing, mayWaive } from '../close-defect.ts';
import type { DebateMessage, DebateState } from '../debate-state.ts';
import type { Defect } from '../defect.ts';
import type { DebateHead } from './head.ts';

/**
 * The defects after the arbiter spoke: one whose challenge was dismissed or found frivolous is no longer open. It
 * leaves OPEN once, with who and why (D9). When a person accepted the claims at a gate, that person closes it: a
 * PARTNER or an ADMIN waives it, another reviewer's word cures it as arbitration by people does.
 */
export function settledDefects(head: DebateHead, state: DebateState, { output }: DebateMessage): Defect[] {
  const challenges = state.messages.flatMap((message) => message.output.structured_content.challenges ?? []);
  const ended = (output.structured_content.rulings ?? []).filter(
    ({ ruling }) => ruling === 'DISMISSED' || ruling === 'FRIVOLOUS',
  );
  const endedBy = (defect: Defect): ArbiterDecision | undefined =>
    ended.find((ruling) =>
      challenges.some(
        (challenge) =>
          challenge.challenge_id === ruling.challenge_id &&
          challenge.defect_type === defect.defect_type &&
          challenge.claim_refs.includes(defect.claim_id),
      ),
    );
  return head.defects.map((defect) => {
    const ruling = defect.status === 'OPEN' ? endedBy(defect) : undefined;
    if (ruling === undefined) return defect;
    const reason = ruling.reason.trim() === '' ? `The challenge was ${ruling.ruling.toLowerCase()}` : ruling.reason;
    const closed = closeDefect(defect, closingOf(defect, head, output.agent_id, reason));
    return closed.ok ? closed.value : defect;
  });
}

function closingOf(defect: Defect, { decisions }: DebateHead, arbiter: string, reason: string): DefectClosing {
  const accepted = decisions.findLast(
    (decision) => decision.state === 'approved' && decision.claim_refs.includes(defect.claim_id),
  );
  const reviewer = accepted?.reviewer ?? null;
  if (accepted === undefined || reviewer === null) return { status: 'CURED', actor: arbiter, role: null, reason };
  const { role } = accepted;
  return { status: mayWaive(role) ? 'WAIVED' : 'CURED', actor: reviewer, role, reason: accepted.reason ?? reason };
}
