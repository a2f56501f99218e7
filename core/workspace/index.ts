/** Which ledger is open, which were, and what other processes append to it meanwhile. */
export { ledgerName, openRecentLedgers, type RecentLedgers } from './recent.ts';
