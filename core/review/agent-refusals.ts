import { z } from 'zod';
import type { LedgerReader } from '../ledger/index.ts';

/** A "no" that an agent has to hear (G4). */
export interface ActionRefusal {
  readonly gateId: string;
  readonly at: string;
  readonly reviewer: string;
  readonly reason: string;
  readonly title: string;
}

/**
 * The rejections of one class of action for one agent, newest first, at most `limit` (default 20). They go into the
 * prompt of the agent's next contract of that class, so that "no" is heard as "not this kind of thing" (G4).
 */
export function refusalsFor(
  reader: LedgerReader,
  query: { readonly agentId: string; readonly action: string; readonly limit?: number },
): readonly ActionRefusal[] {
  return reader
    .select(
      `SELECT gate.gate_id, gate.title, gate_decision.at, gate_decision.reviewer_id, gate_decision.reason
       FROM gate JOIN gate_decision ON gate_decision.gate_id = gate.gate_id
       WHERE gate.agent_id = ? AND gate.action = ? AND gate.state = 'rejected'
         AND gate_decision.verb = 'reject' AND gate_decision.refusal IS NULL
       ORDER BY gate_decision.seq DESC LIMIT ?`,
      [query.agentId, query.action, query.limit ?? 20],
      z.object({
        gate_id: z.string(),
        title: z.string(),
        at: z.string(),
        reviewer_id: z.string(),
        reason: z.string(),
      }),
    )
    .map((row) => ({
      gateId: row.gate_id,
      at: row.at,
      reviewer: row.reviewer_id,
      reason: row.reason,
      title: row.title,
    }));
}
