import type { EventDraft, Ledger } from '../../../core/ledger/index.ts';
import type { Timers } from '../../../core/machine/index.ts';
import { fail, ok } from '../../../core/problem/index.ts';

/** Time passes for those who wait when nobody else has anything left to do. */
export const patientTimers: Timers = {
  sleep: async (_milliseconds, signal) => {
    for (let turn = 0; turn < 3 && !signal.aborted; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  },
};

export interface DraftLog extends Pick<Ledger, 'append'> {
  readonly drafts: readonly EventDraft[];
}

/** Keeps what it is given; refuses everything after `capacity` events. */
export function draftLog(capacity: number = Number.POSITIVE_INFINITY): DraftLog {
  const kept: EventDraft[] = [];
  return {
    drafts: kept,
    append: (drafts) => {
      if (kept.length + drafts.length > capacity) return fail('ledger-busy', 'The ledger is in use; try again');
      kept.push(...drafts);
      return ok({ firstSeq: kept.length - drafts.length, treeSize: kept.length, root: '', events: [] });
    },
  };
}
