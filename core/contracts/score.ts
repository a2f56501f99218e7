import { unreachable } from '../problem/index.ts';
import type { ReportStatus } from './report.ts';

/** What is known when work is scored. */
export interface Scorable {
  readonly status: ReportStatus;
  /** Whether every gate passed; null when the gates came to no verdict or did not run. */
  readonly verified: boolean | null;
  /** What a blocked agent needs. */
  readonly need: string | null;
}

/**
 * s of C6: +1 verified success, −1 claimed success that fails a gate, +0.5 blocked with a stated need, 0 otherwise.
 * Null when a claim of success has no verdict: inconclusive work gets no score (C2).
 */
export function scoreOf(work: Scorable): 1 | 0.5 | 0 | -1 | null {
  switch (work.status) {
    case 'success':
      if (work.verified === null) return null;
      return work.verified ? 1 : -1;
    case 'blocked':
      return hasNeed(work.need) ? 0.5 : 0;
    case 'failure':
      return 0;
    default:
      return unreachable(work.status);
  }
}

/** Whether something is really stated: more than white space and invisible characters. */
export function hasNeed(need: string | null): boolean {
  return need !== null && /[\p{L}\p{N}]/u.test(need);
}
