import { isAbsolute, resolve } from 'node:path';
import type { Ledger } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Ticker } from '../world/index.ts';
import { followLedger, type LedgerFollower, type LedgerNews } from './follow.ts';

export interface WorkspaceOptions {
  /** Opens an existing ledger to append to it. */
  readonly openLedger: (path: string) => Result<Ledger>;
  readonly ticker: Ticker;
  /** What is done for an open ledger every half minute. */
  readonly upkeep: (ledger: Ledger) => void;
  readonly onOpen: (path: string) => void;
  /** Something was appended to the open ledger, by whomever. */
  readonly onNews: (ledger: Ledger, news: LedgerNews) => void;
}

/** The one ledger that is open in a session, if any. */
export interface Workspace {
  /** Error: `no-ledger-open`. */
  ledger(): Result<Ledger>;
  /** Opens a ledger in place of the one that is open, which stays when this fails. Errors: `path-not-whole`, those of the ledger. */
  open(path: string): Result<Ledger>;
  close(): void;
  /** Looks for news at once. */
  look(): void;
}

const upkeepIntervalMilliseconds = 30_000;

export function createWorkspace(options: WorkspaceOptions): Workspace {
  let current: { readonly ledger: Ledger; readonly follower: LedgerFollower; stopUpkeep(): void } | null = null;

  function close(): void {
    current?.follower.stop();
    current?.stopUpkeep();
    current?.ledger.close();
    current = null;
  }

  return {
    ledger: () => (current === null ? fail('no-ledger-open', 'No ledger is open: open one first') : ok(current.ledger)),
    open(path) {
      if (!isAbsolute(path)) {
        return fail('path-not-whole', 'Type the whole path of the ledger, from the root of the disk', 'path');
      }
      const opened = options.openLedger(resolve(path));
      if (!opened.ok) return opened;
      close();
      const ledger = opened.value;
      const follower = followLedger(ledger, options.ticker, (news) => options.onNews(ledger, news));
      const stopUpkeep = options.ticker.every(upkeepIntervalMilliseconds, () => options.upkeep(ledger));
      current = { ledger, follower, stopUpkeep };
      options.onOpen(ledger.path);
      return ok(ledger);
    },
    close,
    look: () => current?.follower.look(),
  };
}
