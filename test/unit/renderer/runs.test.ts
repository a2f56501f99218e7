import { expect, test } from 'vitest';
import type { AgentRunRow, AgentRunState, AgentRunStep } from '../../../core/api/index.ts';
import { budgetFigures, costText, leftText, stateFields } from '../../../renderer/views/runs/run-figures.ts';
import {
  chosenStep,
  endingSentence,
  matchingRuns,
  reasonsOf,
  runWord,
  verdictWord,
} from '../../../renderer/views/runs/run-words.ts';

const start: AgentRunState = {
  stepCounter: 0,
  maxSteps: 5,
  tokenBudget: 100,
  timeBudget: 30,
  fileAccess: 1,
  executeAllowed: false,
  satisfaction: 0,
  done: false,
  error: null,
};

const step = (seq: number, change: Partial<AgentRunStep> = {}): AgentRunStep => ({
  seq,
  at: '2026-03-22T08:00:00.000Z',
  step: seq,
  action: 'tool-call',
  toolName: 'clock',
  verdict: 'permitted',
  sign: 'verified',
  reason: null,
  obstacles: [],
  before: start,
  after: { ...start, stepCounter: 1, tokenBudget: 60, timeBudget: 25 },
  query: null,
  observation: null,
  cut: false,
  ...change,
});

const row = (runId: string, change: Partial<AgentRunRow> = {}): AgentRunRow => ({
  runId,
  agentId: 'clerk',
  sign: 'verified',
  ending: 'answered',
  steps: 1,
  startedAt: '2026-03-22T08:00:00.000Z',
  finishedAt: '2026-03-22T08:00:05.000Z',
  ...change,
});

const used = (steps: readonly AgentRunStep[], initial = start) =>
  budgetFigures({ initial, steps: [...steps] }).map((figure) => [figure.used, figure.total]);

test('budgets count what is used after the last step, within their totals', () => {
  expect(used([])).toEqual([
    [0, 5],
    [0, 100],
    [0, 30],
  ]);
  expect(used([step(1)])).toEqual([
    [1, 5],
    [40, 100],
    [5, 30],
  ]);
  const beyond = step(1, { after: { ...start, stepCounter: 6, tokenBudget: 120, timeBudget: 0 } });
  expect(used([beyond])).toEqual([
    [5, 5],
    [0, 100],
    [30, 30],
  ]);
});

test('a step says what it paid and what is left', () => {
  expect(costText(step(1))).toBe('−40 tokens, −5 s');
  expect(costText(step(1, { after: start }))).toBe('no cost');
  expect(leftText(step(1).after)).toBe('4 steps, 60 tokens, 25 s left');
});

test('the fields that a step changed are marked, and only they', () => {
  const changed = stateFields(step(1)).filter((field) => field.changed);
  expect(changed.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Steps done', '0 of 5', '1 of 5'],
    ['Tokens left', '100', '60'],
    ['Time left', '30 s', '25 s'],
  ]);
});

test('a permitted call says what came of it, and a reason is said once', () => {
  expect(verdictWord(step(1))).toBe('permitted');
  expect(verdictWord(step(1, { sign: 'failed' }))).toBe('permitted, failed');
  expect(verdictWord(step(1, { sign: 'pending' }))).toBe('permitted, running');
  expect(reasonsOf(step(1, { reason: 'b', obstacles: ['a', 'b'] }))).toEqual(['a', 'b']);
});

test('a run opens at the step that is asked for, else at what failed, else at its start', () => {
  const steps = [step(1), step(2, { verdict: 'refused', sign: 'failed' }), step(3)];
  expect(chosenStep(steps, '3')?.seq).toBe(3);
  expect(chosenStep(steps, null)?.seq).toBe(2);
  expect(chosenStep([step(1)], '99')?.seq).toBe(1);
  expect(chosenStep([], null)).toBeNull();
});

test('runs are found by id, agent and how they stand', () => {
  const rows = [row('a1'), row('b2', { sign: 'failed', ending: 'no budget' }), row('c3', { ending: null })];
  expect(rows.map(runWord)).toEqual(['answered', 'stopped', 'running']);
  expect(matchingRuns(rows, ' STOPPED ').map((one) => one.runId)).toEqual(['b2']);
  expect(matchingRuns(rows, 'clerk')).toHaveLength(3);
});

test('a run that a refused call ended says what stood in its way', () => {
  const steps = [step(1), step(2, { verdict: 'refused', sign: 'failed', obstacles: ['costs 9 tokens', 'costs 3 s'] })];
  const stopped = row('r', { sign: 'failed', ending: 'not permitted' });
  expect(endingSentence({ row: stopped, steps })).toBe('Step 2 was refused: clock costs 9 tokens; costs 3 s.');
  expect(endingSentence({ row: stopped, steps: [] })).toBe('Not permitted.');
  expect(endingSentence({ row: row('r'), steps: [step(1)] })).toBe('The agent gave its final answer.');
  expect(endingSentence({ row: row('r', { ending: null }), steps: [] })).toBe('It has not ended.');
});
