import type { AgentSummary } from '../api/index.ts';
import { type Column, textTable } from './table.ts';

const columns: readonly Column<AgentSummary>[] = [
  { title: 'AGENT', align: 'left', value: (agent) => agent.agentId },
  { title: 'TASKS', align: 'right', value: (agent) => String(agent.tasks) },
  { title: 'VERIFIED', align: 'right', value: (agent) => String(agent.verified) },
  { title: 'HALLUCINATED', align: 'right', value: (agent) => String(agent.hallucinated) },
  { title: 'BLOCKED', align: 'right', value: (agent) => String(agent.blocked) },
  { title: 'FAILURES', align: 'right', value: (agent) => String(agent.failures) },
  { title: 'INCONCLUSIVE', align: 'right', value: (agent) => String(agent.inconclusive) },
  { title: 'REPUTATION', align: 'right', value: (agent) => agent.reputation.toFixed(3) },
  { title: 'LEVEL', align: 'left', value: (agent) => (agent.probation ? `${agent.level}, on probation` : agent.level) },
];

/** Agents as a table for people. */
export function agentTable(agents: readonly AgentSummary[]): string {
  return textTable(columns, agents);
}
