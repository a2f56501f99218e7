/** A person's session: which ledger is open, which were, whose key is unlocked, what others append meanwhile. */
export type { LedgerNews } from './follow.ts';
export { ledgerName, openRecentLedgers, type RecentLedgers } from './recent.ts';
export { createReviewerSession, idleLimitMilliseconds, type ReviewerSession } from './reviewer-session.ts';
export { createSession, type Session, type SessionParts } from './session.ts';
export { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';
