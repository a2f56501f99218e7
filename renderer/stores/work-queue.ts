import { create } from 'zustand';
import type { WorkOutcome } from '../../core/api/index.ts';

interface WorkQueueStore {
  readonly text: string;
  readonly outcome: WorkOutcome | 'any';
  readonly agentId: string | null;
}

/** How the queue of work is filtered: kept while other views are open. */
export const useWorkQueue = create<WorkQueueStore>(() => ({ text: '', outcome: 'any', agentId: null }));
