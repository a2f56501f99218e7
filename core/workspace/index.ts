/** Which ledger is open, which were, and what is appended to it meanwhile. */
export type { LedgerNews } from './follow.ts';
export { ledgerName, openRecentLedgers, type RecentLedgers } from './recent.ts';
export { createReviewerSession, idleLimitMilliseconds, type ReviewerSession } from './reviewer-session.ts';
export { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';
