import { z } from 'zod';
import type { WorkFinding } from '../../api/index.ts';
import type { LedgerReader } from '../../ledger/index.ts';

export type Opinions = Pick<WorkFinding, 'falseAlarm' | 'risk'>;

const row = z.object({
  finding_id: z.string(),
  alarm_by: z.string().nullable(),
  alarm_at: z.string().nullable(),
  alarm_reason: z.string().nullable(),
  risk_gate_id: z.string().nullable(),
  risk_state: z.enum(['asked', 'accepted', 'refused']).nullable(),
  risk_by: z.string().nullable(),
  risk_at: z.string().nullable(),
  risk_reason: z.string().nullable(),
});

/** What people said about the findings of a piece of work, by finding. */
export function opinionsOn(reader: LedgerReader, taskId: string, agentId: string): ReadonlyMap<string, Opinions> {
  const rows = reader.select(
    `SELECT finding_id, alarm_by, alarm_at, alarm_reason, risk_gate_id, risk_state, risk_by, risk_at, risk_reason
     FROM work_findings WHERE task_id = ? AND agent_id = ?`,
    [taskId, agentId],
    row,
  );
  return new Map(rows.map((one) => [one.finding_id, opinionsIn(one)]));
}

function opinionsIn(one: z.infer<typeof row>): Opinions {
  const { risk_gate_id: gateId, risk_state: state } = one;
  return {
    falseAlarm: opinion(one.alarm_by, one.alarm_at, one.alarm_reason),
    risk:
      gateId === null || state === null
        ? null
        : { gateId, state, decision: opinion(one.risk_by, one.risk_at, one.risk_reason) },
  };
}

function opinion(by: string | null, at: string | null, reason: string | null): Opinions['falseAlarm'] {
  return by === null || at === null ? null : { by, at, reason };
}
