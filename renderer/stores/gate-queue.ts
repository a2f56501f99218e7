import { create } from 'zustand';
import type { GateState } from '../../core/api/index.ts';

interface GateQueueStore {
  readonly text: string;
  readonly state: GateState | 'any';
  readonly group: 'state' | 'action' | 'agent' | 'none';
  readonly sort: 'newest' | 'oldest' | 'expiry';
}

/** How the queue of gates is filtered, grouped and sorted: kept while other views are open. */
export const useGateQueue = create<GateQueueStore>(() => ({ text: '', state: 'any', group: 'state', sort: 'newest' }));
