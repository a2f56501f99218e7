import type { AgentSummary } from '../../../core/api/index.ts';

export type AgentSort = 'reputation' | 'name' | 'tasks' | 'hallucinated' | 'lastSeen';

const comparisons: Readonly<Record<AgentSort, (a: AgentSummary, b: AgentSummary) => number>> = {
  reputation: (a, b) => b.reputation - a.reputation,
  name: () => 0,
  tasks: (a, b) => b.tasks - a.tasks,
  hallucinated: (a, b) => b.hallucinated - a.hallucinated,
  lastSeen: (a, b) => (b.lastSeen ?? '').localeCompare(a.lastSeen ?? ''),
};

/** The agents whose id holds the text, in the chosen order; ties by name, so that the order never jumps. */
export function orderAgents(rows: readonly AgentSummary[], text: string, sort: AgentSort): readonly AgentSummary[] {
  const wanted = text.trim().toLowerCase();
  return rows
    .filter((row) => row.agentId.toLowerCase().includes(wanted))
    .toSorted((a, b) => comparisons[sort](a, b) || a.agentId.localeCompare(b.agentId));
}

/** The agents of the chart: the chosen one first, then those it is compared with, none twice. */
export function chartedAgents(chosen: string, compared: readonly string[], most: number): readonly string[] {
  return [...new Set([chosen, ...compared])].slice(0, most);
}
