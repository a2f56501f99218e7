import type { Clock, Ticker } from '../../world/index.ts';
import type { Tools } from '../toolchains/tools.ts';
import type { FindingsCache } from './findings-cache.ts';

/** What a verification needs of the world. */
export interface VerificationWorld {
  readonly clock: Clock;
  readonly ticker: Ticker;
  /** Aborted when a person cancels. */
  readonly signal: AbortSignal | null;
  /** Files begun, of all files to look at. */
  progress(done: number, total: number): void;
  /** Where findings are kept for the next time; left out: nowhere. */
  readonly cache?: FindingsCache;
  /** The compilers of this machine, for the languages that Mizan does not look up itself; left out: none. */
  readonly tools?: Tools;
  /** How long it may take; left out: 30 s for a file, 120 s in all. */
  readonly budget?: TimeBudget;
}

export interface TimeBudget {
  /** How long one file may take before it is given up. */
  readonly fileMs: number;
  /** How long all files together may take before what is left is inconclusive. */
  readonly totalMs: number;
}

/** Why a file was left out when the time was up. */
export const outOfTime = 'The file was not reached within the time budget';

export const usualBudget: TimeBudget = { fileMs: 30_000, totalMs: 120_000 };
