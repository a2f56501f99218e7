import { isAbsolute, resolve } from 'node:path';
import type { Ledger } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { Ticker } from '../world/index.ts';
import { followLedger, type LedgerNews } from './follow.ts';

export interface WorkspaceOptions {
  /** Opens an existing ledger to append to it. Without `upgrade`, one of an older Mizan is the error `ledger-older`. */
  readonly openLedger: (path: string, upgrade: boolean) => Result<Ledger>;
  /** A ledger of an older Mizan is to be brought up to date; the returned function is called with what came of it. */
  readonly onUpgrade: (path: string) => (end: Result<unknown>) => void;
  readonly ticker: Ticker;
  /** What is done for an open ledger every half minute. */
  readonly upkeep: (ledger: Ledger) => void;
  readonly onOpen: (path: string) => void;
  /** Something was appended to the open ledger, by whomever. */
  readonly onNews: (ledger: Ledger, news: LedgerNews) => void;
}

/** A ledger for as long as somebody works with it. */
export interface Loan {
  readonly ledger: Ledger;
  /** Once, when the work is done. */
  giveBack(): void;
}

/** The one ledger that is open in a session, if any. */
export interface Workspace {
  /**
   * The open ledger. It is closed under nobody's hands: only when every loan is given back. Error: `no-ledger-open`.
   */
  borrow(): Result<Loan>;
  /** Borrows the open ledger for one piece of work. Error: `no-ledger-open`. */
  lend<T>(work: (ledger: Ledger) => Promise<Result<T>> | Result<T>): Promise<Result<T>>;
  /**
   * Opens a ledger in place of the open one, which stays when this fails. Errors: `path-not-whole`, the ledger's own.
   */
  open(path: string): Promise<Result<null>>;
  /** Resolves when the file is closed: after the last loan was given back. */
  close(): Promise<void>;
  /** Looks for news at once. */
  look(): void;
}

const upkeepIntervalMilliseconds = 30_000;

interface OpenLedger {
  readonly ledger: Ledger;
  readonly look: () => void;
  readonly stopTicking: () => void;
  readonly closed: PromiseWithResolvers<void>;
  loans: number;
  retired: boolean;
}

/** A workspace without a ledger. `upkeep` runs every half minute for as long as one is open. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  let current: OpenLedger | null = null;

  function close(): Promise<void> {
    if (current === null) return Promise.resolve();
    const open = current;
    current = null;
    open.stopTicking();
    open.retired = true;
    closeIfUnused(open);
    return open.closed.promise;
  }

  function borrow(): Result<Loan> {
    if (current === null) return fail('no-ledger-open', 'No ledger is open: open one first');
    const open = current;
    open.loans += 1;
    return ok({
      ledger: open.ledger,
      giveBack() {
        open.loans -= 1;
        closeIfUnused(open);
      },
    });
  }

  return {
    borrow,
    async lend(work) {
      const loan = borrow();
      if (!loan.ok) return loan;
      try {
        return await work(loan.value.ledger);
      } finally {
        loan.value.giveBack();
      }
    },
    async open(path) {
      const opened = await openAt(path, options);
      if (!opened.ok) return opened;
      void close();
      current = begin(opened.value, options);
      options.onOpen(opened.value.path);
      return ok(null);
    },
    close,
    look: () => current?.look(),
  };
}

async function openAt(path: string, { openLedger, onUpgrade }: WorkspaceOptions): Promise<Result<Ledger>> {
  if (!isAbsolute(path)) {
    return fail('path-not-whole', 'Type the whole path of the ledger, from the root of the disk', 'path');
  }
  const file = resolve(path);
  const opened = openLedger(file, false);
  if (opened.ok || opened.problem.code !== 'ledger-older') return opened;
  const tellEnd = onUpgrade(file);
  // The upgrade holds this process for its whole time: what was told must be on its way before.
  await new Promise((resolved) => setImmediate(resolved));
  const upgraded = openLedger(file, true);
  tellEnd(upgraded);
  return upgraded;
}

function closeIfUnused(open: OpenLedger): void {
  if (!open.retired || open.loans > 0) return;
  open.ledger.close();
  open.closed.resolve();
}

function begin(ledger: Ledger, { ticker, upkeep, onNews }: WorkspaceOptions): OpenLedger {
  const follower = followLedger(ledger, ticker, (news) => onNews(ledger, news));
  const stopUpkeep = ticker.every(upkeepIntervalMilliseconds, () => upkeep(ledger));
  return {
    ledger,
    look: follower.look,
    stopTicking() {
      follower.stop();
      stopUpkeep();
    },
    closed: Promise.withResolvers(),
    loans: 0,
    retired: false,
  };
}
