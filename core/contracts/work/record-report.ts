import type { Ledger } from '../../ledger/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { type Delivery, draftReport } from '../drafts.ts';
import { checkUnscored, readWork } from './stored-work.ts';

/**
 * Records what an agent says about its work. That alone never moves its reputation (C7): the work is weighed by
 * `weighWork`. Errors: `task-unknown`, `task-already-scored`, and the ledger's own.
 */
export function recordReport(ledger: Ledger, delivery: Delivery): Result<{ readonly seq: number }> {
  const appended = ledger.appendDecided((reader) => {
    const work = readWork(reader, delivery.taskId, delivery.agentId);
    if (!work.ok) return work;
    const open = checkUnscored(work.value);
    return open.ok ? ok([draftReport(delivery)]) : open;
  });
  return appended.ok ? ok({ seq: appended.value.firstSeq }) : appended;
}
