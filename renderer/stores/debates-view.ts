import { create } from 'zustand';
import type { DebateStatus } from '../../core/api/index.ts';

interface DebatesViewStore {
  readonly text: string;
  readonly status: DebateStatus | 'any';
  readonly group: 'state' | 'agents' | 'none';
  readonly sort: 'newest' | 'oldest' | 'dissent' | 'rejected';
  /** How positions are shown. */
  readonly show: 'chart' | 'table';
}

/** How the queue of debates is filtered and ordered, and what is shown of one: kept while other views are open. */
export const useDebatesView = create<DebatesViewStore>(() => ({
  text: '',
  status: 'any',
  group: 'state',
  sort: 'newest',
  show: 'chart',
}));
