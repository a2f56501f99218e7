import { expect, test } from 'vitest';
import type { AgentSummary, ReputationPoint } from '../../../core/api/index.ts';
import { reputationSeries } from '../../../renderer/charts/reputation-series.ts';
import { chartedAgents, orderAgents } from '../../../renderer/views/agents/agent-order.ts';

const summary = (agentId: string, reputation: number, hallucinated = 0): AgentSummary => ({
  agentId,
  reputation,
  level: 'standard',
  probation: false,
  tasks: 3,
  verified: 3 - hallucinated,
  hallucinated,
  blocked: 0,
  failures: 0,
  inconclusive: 0,
  lastSeen: null,
});

const point = (seq: number, reputation: number): ReputationPoint => ({
  seq,
  at: '2026-03-22T08:00:00.000Z',
  taskId: `t${seq}`,
  title: `Task ${seq}`,
  outcome: 'verified',
  score: 1,
  reputation,
  level: 'standard',
  derived: false,
});

test('agents are ordered by reputation, ties by name, and filtered by id', () => {
  const rows = [summary('b', 0.7), summary('a', 0.7), summary('c', 0.9)];
  expect(orderAgents(rows, '', 'reputation').map((row) => row.agentId)).toEqual(['c', 'a', 'b']);
  expect(orderAgents(rows, ' B ', 'name').map((row) => row.agentId)).toEqual(['b']);
});

test('the chosen agent leads the chart, nobody stands in it twice, and there are at most six', () => {
  expect(chartedAgents('x', ['a', 'x', 'b'], 6)).toEqual(['x', 'a', 'b']);
  expect(chartedAgents('x', ['a', 'b', 'c', 'd', 'e', 'f'], 6)).toHaveLength(6);
});

test('a whole history starts at the neutral prior, a cut one does not', () => {
  const history = { summary: { agentId: 'a' }, points: [point(4, 0.65), point(9, 0.755)] };
  const whole = reputationSeries({ ...history, truncated: false }, 'task');
  expect(whole.map(({ x, reputation }) => [x, reputation])).toEqual([
    [0, 0.5],
    [1, 0.65],
    [2, 0.755],
  ]);
  expect(reputationSeries({ ...history, truncated: true }, 'task')).toHaveLength(2);
});
