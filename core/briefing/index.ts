/**
 * The briefing of a gate, joined from what the rooms know: the request, the agent's record, the evidence of its work.
 */
import type { GateBriefing } from '../api/index.ts';
import { evidenceOf, getWork } from '../contracts/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { getAgent } from '../reputation/index.ts';
import { type BriefingContext, getBriefing } from '../review/index.ts';
import type { Clock } from '../world/index.ts';

/** Everything a reviewer sees before deciding. `viewer` is the unlocked reviewer, or null. Error: `unknown-gate`. */
export function readBriefing(
  reader: LedgerReader,
  gateId: string,
  viewer: BriefingContext['viewer'],
  clock: Clock,
): Result<GateBriefing> {
  return getBriefing(reader, gateId, {
    clock,
    viewer,
    agentSummary: (agentId) => {
      const agent = getAgent(reader, agentId);
      return agent.ok ? agent.value.summary : null;
    },
    evidenceFor: (taskId, agentId) => {
      const work = getWork(reader, { taskId, agentId: agentId ?? undefined });
      return work.ok ? evidenceOf(work.value) : [];
    },
  });
}
