import type { Actor, EventDraft } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { agentSuspended, type WorkScored, workScored } from './events.ts';
import type { Standing } from './queries.ts';
import { learningRate, supervisionLevel, updateReputation } from './reputation.ts';

/** The scored work, without what the reputation makes of it. */
export type Scoring = Pick<
  WorkScored,
  'task_id' | 'agent_id' | 'title' | 'outcome' | 'score' | 'why' | 'replaces' | 'derived'
>;

/**
 * The events of one score, and where the agent stands after it: `work.scored`, and `agent.suspended` when reputation
 * falls to 0.2 or below (C7, C8). Only scores come here, so a self-report alone never changes R.
 * Errors: those of `updateReputation`.
 */
export function scoreWork(
  standing: Standing,
  scoring: Scoring,
  actor: Actor,
): Result<{ readonly events: readonly EventDraft[]; readonly after: Standing }> {
  const updated = updateReputation(standing.reputation, scoring.score);
  if (!updated.ok) return updated;
  const level = supervisionLevel(updated.value);
  if (!level.ok) return level;
  const { agent_id, task_id } = scoring;
  const scored = workScored.draft(actor, `task:${task_id}`, {
    ...scoring,
    alpha: learningRate,
    reputation_before: standing.reputation,
    reputation_after: updated.value,
    level_before: standing.level,
    level_after: level.value,
  });
  const isSuspendedNow = level.value === 'suspended' && standing.level !== 'suspended';
  const suspended = agentSuspended.draft(actor, `agent:${agent_id}`, { agent_id, reputation: updated.value, task_id });
  const after = {
    reputation: updated.value,
    level: level.value,
    probation: standing.probation && level.value === 'suspended',
  };
  return ok({ events: isSuspendedNow ? [scored, suspended] : [scored], after });
}
