import { describe, expect, test } from 'vitest';
import type { AgentRunRow, RunDetail, RunRow } from '../../../core/api/index.ts';
import { isWhole, pageOfStep } from '../../../renderer/stores/run-steps.ts';
import { lastCommas } from '../../../renderer/views/runs/machine/last-commas.ts';
import {
  chosenStepNumber,
  machineWord,
  standingSentence,
  stepCost,
  stepSign,
  waitedName,
  waitingRoute,
} from '../../../renderer/views/runs/machine/machine-words.ts';
import { marksOf, steppedFailure } from '../../../renderer/views/runs/machine/run-marks.ts';
import { groupedRuns, mergedRuns, queuedAgentRun, queuedMachineRun } from '../../../renderer/views/runs/queue-rows.ts';

const machine = (executionId: string, minute: number, change: Partial<RunRow> = {}): RunRow => ({
  executionId,
  machine: 'letter',
  status: 'done',
  sign: 'verified',
  state: 'sent',
  step: 3,
  apiCalls: 0,
  cost: 0,
  parent: null,
  waitingFor: null,
  error: null,
  startedAt: `2026-03-22T08:0${minute}:00.000Z`,
  changedAt: `2026-03-22T08:0${minute}:30.000Z`,
  ...change,
});

const agent = (runId: string, minute: number, change: Partial<AgentRunRow> = {}): AgentRunRow => ({
  runId,
  agentId: 'clerk',
  sign: 'verified',
  ending: 'answered',
  steps: 1,
  startedAt: `2026-03-22T08:0${minute}:00.000Z`,
  finishedAt: null,
  ...change,
});

describe('the queue', () => {
  const machines = [machine('m3', 3), machine('m1', 1)].map(queuedMachineRun);
  const agents = [agent('a4', 4), agent('a2', 2), agent('a0', 0)].map(queuedAgentRun);
  const ids = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id);

  test('holds both kinds, newest first', () => {
    expect(ids(mergedRuns(agents, machines, false))).toEqual(['a4', 'm3', 'a2', 'm1', 'a0']);
  });

  test('holds back what is older than the machines that are here while there are more', () => {
    expect(ids(mergedRuns(agents, machines, true))).toEqual(['a4', 'm3', 'a2', 'm1']);
  });

  test('puts those that wait first when it is grouped by standing', () => {
    const runs = [
      queuedMachineRun(machine('m1', 1)),
      queuedMachineRun(machine('m2', 2, { status: 'parked', waitingFor: 'gate:g1' })),
      queuedAgentRun(agent('a1', 3, { ending: null })),
      queuedAgentRun(agent('a2', 4, { sign: 'failed' })),
    ];
    expect(groupedRuns(runs, 'standing').map((item) => (item.kind === 'run' ? item.run.id : item.title))).toEqual([
      'Waiting',
      'm2',
      'Running',
      'a1',
      'Stopped or failed',
      'a2',
      'Ended',
      'm1',
    ]);
    expect(groupedRuns(runs, 'kind')[0]).toMatchObject({ title: 'Machines', count: 2 });
    expect(groupedRuns([], 'standing')).toEqual([]);
  });
});

describe('words', () => {
  const detail = (row: Partial<RunRow>, change: Partial<RunDetail> = {}) => ({
    row: machine('m1', 1, row),
    worker: null,
    cancelRequested: false,
    taken: [],
    ...change,
  });

  test('a run that waits says for whom', () => {
    expect(machineWord({ status: 'parked', waitingFor: 'gate:g1' })).toBe('waits for a person');
    expect(machineWord({ status: 'parked', waitingFor: 'run:m2' })).toBe('parked');
    expect(standingSentence(detail({ status: 'parked', waitingFor: 'agent:writer', state: 'draft' }))).toBe(
      'It waits for the agent writer, whose program was not given. The state is draft.',
    );
    expect(['gate:g1', 'run:m2', 'agent:writer', 'mail'].map(waitedName)).toEqual([
      'a person',
      'the run m2',
      'the agent writer',
      'mail',
    ]);
    expect(queuedMachineRun(machine('m1', 1, { waitingFor: 'run:m2' }))).toMatchObject({
      name: 'letter',
      tooltip: 'It waits for a run that it called.',
    });
    expect(waitingRoute('gate:g1')).toBe('#/gates/g1');
    expect(waitingRoute('run:m 2')).toBe('#/runs/m%202?kind=machine');
    expect(waitingRoute('agent:writer')).toBeNull();
  });

  test('a running run whose process is gone says so', () => {
    const worker = { owner: 'process-1/x', until: '2026-03-22T08:00:00.000Z' };
    expect(standingSentence(detail({ status: 'running', state: 'draft' }, { worker }))).toBe('It works on draft.');
    expect(standingSentence(detail({ status: 'running' }))).toMatch(/is gone/);
    const asked = { worker, cancelRequested: true };
    expect(standingSentence(detail({ status: 'running', state: 'draft' }, asked))).toMatch(/is to be cancelled/);
    for (const status of ['running', 'parked'] as const) {
      expect(standingSentence(detail({ status }, { cancelRequested: true }))).toMatch(
        /^It was being cancelled .* Cancel it/,
      );
    }
    expect(standingSentence(detail({ status: 'done', state: 'end' }, { cancelRequested: true }))).toBe(
      'It ended in end.',
    );
  });

  test('a step says what it cost and how many attempts it took', () => {
    expect(stepCost({ apiCalls: 2, cost: 0.0012 })).toBe('2 calls, 0.0012');
    expect(stepCost({ apiCalls: 0, cost: 0 })).toBe('');
    expect(stepSign({ error: null, failedAttempts: { count: 2, last: [] } }).word).toBe('finished at attempt 3');
    expect(stepSign({ error: { type: 'E', message: '' }, failedAttempts: null }).sign).toBe('failed');
  });

  test('the step of the address is shown when the run has it, else the newest', () => {
    expect(chosenStepNumber({ step: 3, status: 'done' }, null)).toBe(3);
    expect(chosenStepNumber({ step: 3, status: 'failed' }, null)).toBe(4);
    expect(chosenStepNumber({ step: 3, status: 'done' }, '2')).toBe(2);
    for (const asked of ['0', '4', 'x', '1.5', '-1'])
      expect(chosenStepNumber({ step: 3, status: 'done' }, asked)).toBe(3);
  });

  test('F8 walks the steps that failed, round and round', () => {
    const failed = detail(
      { status: 'failed', step: 9 },
      {
        taken: [
          { from: 'a', to: 'b', onError: true, times: 2, lastStep: 4 },
          { from: 'a', to: 'b', onError: false, times: 2, lastStep: 6 },
        ],
      },
    );
    expect([0, 4, 10].map((from) => steppedFailure(failed, from, 1))).toEqual([4, 10, 4]);
    expect([4, 10].map((from) => steppedFailure(failed, from, -1))).toEqual([10, 4]);
    expect(steppedFailure(detail({}), 1, 1)).toBeNull();
    expect(marksOf(failed, null)).toMatchObject({ current: { state: 'sent', word: 'failed' }, chosen: null });
  });
});

test('a page of steps is read again only while it can still grow', () => {
  expect([1, 100, 101, 250].map(pageOfStep)).toEqual([0, 0, 1, 2]);
  expect(isWhole(0, 100, 5000)).toBe(true);
  expect(isWhole(0, 60, 61)).toBe(false);
  expect(isWhole(2, 250, 250)).toBe(true);
  expect(isWhole(2, 250, 251)).toBe(false);
});

test('a member that is added does not mark the one before it', () => {
  const lines = (value: unknown) => lastCommas(JSON.stringify(value, null, 2)).split('\n');
  const before = lines({ a: { b: [1, '}'] }, e: {}, text: 'x' });
  const after = lines({ a: { b: [1, '}'] }, e: {}, text: 'x', more: [] });
  expect(after.filter((line) => !before.includes(line))).toEqual(['  "more": [],']);
  expect(before).toEqual([
    '{',
    '  "a": {',
    '    "b": [',
    '      1,',
    '      "}",',
    '    ],',
    '  },',
    '  "e": {},',
    '  "text": "x",',
    '}',
  ]);
  expect(lastCommas('')).toBe('');
});
