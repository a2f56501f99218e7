import { create } from 'zustand';

/** How a run of either kind stands, in one word. */
export type RunStanding = 'waiting' | 'running' | 'failed' | 'cancelled' | 'ended';

interface RunQueueStore {
  readonly text: string;
  readonly standing: RunStanding | 'any';
  readonly kind: 'any' | 'agent' | 'machine';
  readonly group: 'standing' | 'kind' | 'none';
  /** Also the runs of machines that other runs called or launched. */
  readonly called: boolean;
}

/** How the queue of runs is filtered and grouped: kept while other views are open. */
export const useRunQueue = create<RunQueueStore>(() => ({
  text: '',
  standing: 'any',
  kind: 'any',
  group: 'none',
  called: false,
}));
