import { expect, test } from 'vitest';
import { readRunPlan } from '../../../core/agents/index.ts';

const plan = `
agent_id: demo
agent: node agent.mjs
token_budget: 100
goals: [{name: g, type: question}]
facts: [water is wet]
tools:
  - {name: clock, command: node clock.mjs, token_cost: 40}
`;

test('a plan gives the state and the tools, with the defaults of the seed', () => {
  const read = readRunPlan(plan);
  expect(read).toMatchObject({
    ok: true,
    value: {
      agentId: 'demo',
      state: { tokenBudget: 100, maxSteps: 100, fileAccess: 0, facts: [{ source: 'user', confidence: 100 }] },
      tools: [{ spec: { name: 'clock', tokenCost: 40, timeCost: 0 }, command: 'node clock.mjs' }],
    },
  });
});

test.each([
  ['token_cost: 40', 'token_cost: -1', 'tools.0.token_cost'],
  ['token_cost: 40', 'token_cost: 1.5', 'tools.0.token_cost'],
  ['token_cost: 40', 'required_access: 3', 'tools.0.required_access'],
  ['token_cost: 40', 'requires_execute: 1', 'tools.0.requires_execute'],
  ['token_cost: 40', 'token_costs: 40', 'tools.0'],
  ['name: clock', 'name: ""', 'tools.0.name'],
  ['token_budget: 100', 'token_budget: all', 'token_budget'],
  ['agent_id: demo', 'agent_id: [demo]', 'agent_id'],
])('%s written as %s is refused with the field named', (written, instead, place) => {
  expect(readRunPlan(plan.replace(written, instead))).toMatchObject({
    ok: false,
    problem: { code: 'plan-malformed', place },
  });
});

test('two tools of one name are refused', () => {
  const twice = `${plan}  - {name: clock, command: date}\n`;
  expect(readRunPlan(twice)).toMatchObject({ ok: false, problem: { code: 'plan-malformed', place: 'tools' } });
});

test('what is no YAML is refused', () => {
  expect(readRunPlan('agent: [')).toMatchObject({ ok: false, problem: { code: 'plan-malformed' } });
});
