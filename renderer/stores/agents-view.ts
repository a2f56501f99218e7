import { create } from 'zustand';

/** At most this many agents in one chart: more lines cannot be told apart. */
export const mostCompared = 6;

interface AgentsViewStore {
  readonly text: string;
  readonly sort: 'reputation' | 'name' | 'tasks' | 'hallucinated' | 'lastSeen';
  /** Agents that stand beside the chosen one, in the order they were added. */
  readonly compared: readonly string[];
  readonly show: 'chart' | 'table';
  readonly axis: 'task' | 'time';
}

/** How the agents are listed and compared: kept while other views are open. */
export const useAgentsView = create<AgentsViewStore>(() => ({
  text: '',
  sort: 'reputation',
  compared: [],
  show: 'chart',
  axis: 'task',
}));

/** Adds an agent to the comparison or takes it out; nothing happens when there is no room. */
export function toggleCompared(agentId: string): void {
  useAgentsView.setState(({ compared }) => {
    if (compared.includes(agentId)) return { compared: compared.filter((other) => other !== agentId) };
    return compared.length < mostCompared ? { compared: [...compared, agentId] } : {};
  });
}
