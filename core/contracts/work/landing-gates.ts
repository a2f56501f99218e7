import { z } from 'zod';
import type { LedgerReader } from '../../ledger/index.ts';
import type { StoredWork } from './stored-work.ts';

/**
 * The human gates at which this work waited to land, oldest first; `waiting`: those that still do. The gate of its
 * shell command and the gates about single findings are others.
 */
export function landingGates(
  reader: LedgerReader,
  { row, issued }: StoredWork,
  which: 'all' | 'waiting' = 'all',
): readonly string[] {
  return reader
    .select(
      `SELECT gate_id FROM work_gates WHERE task_id = ? AND agent_id = ? AND (waiting = 1 OR ? = 'all')
         AND gate_id NOT IN (
           SELECT risk_gate_id FROM work_findings WHERE task_id = ? AND agent_id = ? AND risk_gate_id IS NOT NULL
         ) ORDER BY seq`,
      [row.taskId, row.agentId, which, row.taskId, row.agentId],
      z.object({ gate_id: z.string() }),
    )
    .map(({ gate_id: gateId }) => gateId)
    .filter((gateId) => gateId !== issued.shell_gate_id);
}
