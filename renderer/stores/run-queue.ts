import { create } from 'zustand';

interface RunQueueStore {
  readonly text: string;
}

/** How the queue of runs is filtered: kept while other views are open. */
export const useRunQueue = create<RunQueueStore>(() => ({ text: '' }));
