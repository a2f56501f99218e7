import type { AuditReport, LedgerStatus } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { checkpointView } from './event-detail.ts';

/** What the ledger itself does not know: how it is called, when it was audited, who waits. */
export type StatusContext = Pick<LedgerStatus, 'name' | 'gatesWaiting' | 'sample'> & {
  readonly lastAudit: AuditReport | null;
};

/** The line at the bottom of the window. */
export function ledgerStatus(reader: LedgerReader, context: StatusContext): LedgerStatus {
  const checkpoint = reader.latestCheckpoint();
  return {
    ...context,
    path: reader.path,
    events: reader.size(),
    root: reader.root(),
    checkpoint: checkpoint === null ? null : checkpointView(checkpoint),
  };
}
