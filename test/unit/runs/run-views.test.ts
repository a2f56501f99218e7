import { describe, expect, test } from 'vitest';
import {
  comparable,
  getRun,
  getRunContext,
  LedgerRuns,
  listChildren,
  listRuns,
  listSteps,
} from '../../../core/runs/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { countingRandom, expectProblem, expectValue, handClock, temporaryLedger } from '../../fixture/ledger.ts';
import { load, machineOf } from '../machine/harness.ts';

const to = (state: string) => [{ to: state }];

/** Counts to `input.until`, one step a number. */
const counter = machineOf(
  {
    count: {
      output_to_context: { n: '{{ context.n + 1 }}' },
      transitions: [{ condition: 'context.n < input.until', to: 'count' }, { to: 'done' }],
    },
    done: { type: 'final', output: { n: '{{ context.n }}' } },
  },
  { context: { n: 0 }, settings: { max_steps: 5000 } },
);

async function counted(until: number) {
  const clock = handClock();
  const ledger = temporaryLedger({ projections, clock });
  const runs = new LedgerRuns({
    ledger,
    clock,
    random: countingRandom(1),
    agents: { find: () => undefined },
    hooks: {},
    notice: ({ point }) => {
      if (point === 'step-committing') clock.advance(1500);
    },
  });
  expectValue(await runs.start(await load(counter), { until }, 'long'));
  return { ledger, clock };
}

describe('a run of 300 steps', () => {
  test('is entered anywhere, a page at a time', async () => {
    const { ledger } = await counted(299);
    for (const from of [1, 2, 150, 297]) {
      const { rows } = expectValue(listSteps(ledger, { executionId: 'long', from, limit: 4 }));
      expect(rows.map(({ step }) => step)).toStrictEqual([from, from + 1, from + 2, from + 3]);
      expect(rows.map(({ took }) => took)).toStrictEqual([1500, 1500, 1500, 1500]);
    }
    expect(expectValue(listSteps(ledger, { executionId: 'long', from: 301, limit: 4 })).rows).toStrictEqual([]);
    expect(expectProblem(listSteps(ledger, { executionId: 'other', from: 1, limit: 4 })).code).toBe('run-unknown');
  });

  test('is as large on its page as its machine, not as its length', async () => {
    const { ledger, clock } = await counted(299);
    const run = expectValue(await getRun(ledger, 'long', clock));
    expect(run.taken).toStrictEqual([
      { from: 'count', to: 'count', onError: false, times: 298, lastStep: 298 },
      { from: 'count', to: 'done', onError: false, times: 1, lastStep: 299 },
      { from: 'done', to: 'done', onError: false, times: 1, lastStep: 300 },
    ]);
    expect(run.events).toHaveLength(100);
    expect(run.truncated).toBe(true);
    expect(JSON.parse(run.output?.text ?? '')).toStrictEqual({ n: 299 });
  });

  test('is found by the state it stands in, whether a block of events tells of it or not', async () => {
    for (const until of [10, 62, 63, 64, 65, 200]) {
      const { ledger } = await counted(until);
      const found = (text: string) => listRuns(ledger, { text, cursor: null, limit: 10 }).total;
      expect([found('done'), found('count')]).toStrictEqual([1, 0]);
    }
  });

  test('shows the context of each step against the one before', async () => {
    const { ledger } = await counted(299);
    const beginning = expectValue(getRunContext(ledger, 'long', 0));
    expect(beginning).toMatchObject({ state: 'count', before: null, after: { text: '{\n  "n": 0\n}' } });
    const later = expectValue(getRunContext(ledger, 'long', 200));
    expect(later).toMatchObject({
      after: { text: '{\n  "n": 200\n}' },
      before: { step: 199, context: { text: '{\n  "n": 199\n}' } },
    });
  });
});

describe('contexts that are too long to show whole', () => {
  const long = 'x'.repeat(2000);

  test('lose what did not change, so that what changed is in sight', () => {
    const [after, before] = comparable({ kept: long, n: 2 }, { kept: long, n: 1 }, 500);
    expect(after).toStrictEqual({
      text: '{\n  "kept": "… 2000 characters as before",\n  "n": 2\n}',
      characters: 2026,
      complete: false,
    });
    expect(before.text).toContain('"n": 1');
  });

  test('keep the place of a change inside a long text, list or object', () => {
    const rows = Array.from({ length: 300 }, (_, id) => ({ id, name: `row ${id}` }));
    const other = rows.map((row) => (row.id === 200 ? { ...row, name: 'another' } : row));
    const [after, before] = comparable(
      { deep: { rows: other }, text: `${long}new${long}` },
      { deep: { rows }, text: `${long}${long}` },
      1000,
    );
    const shown = JSON.parse(after.text) as { deep: { rows: unknown[] }; text: string };
    expect(shown.deep.rows).toStrictEqual([
      '… 200 items as before',
      { id: 200, name: 'another' },
      '… 99 items as before',
    ]);
    const around = 'x'.repeat(120);
    expect(shown.text).toBe(`… 1880 characters as before … ${around}new${around} … 1880 characters as before`);
    expect((JSON.parse(before.text) as typeof shown).deep.rows[1]).toStrictEqual({ id: 200, name: 'row 200' });
  });

  test('never fold what the other one does not have', () => {
    const [after] = comparable({ list: [1, 2, 3], more: long, was: {} }, { list: [1], was: long }, 900);
    expect(after.text).toContain('"more": "xxx');
  });

  test('are cut where the change itself is too long', () => {
    const [after] = comparable({ n: long }, { n: 1 }, 500);
    expect(after.complete).toBe(false);
    expect(after.text).toHaveLength(500 + '\n… 1511 characters more'.length);
  });

  test('are whole when they fit', () => {
    expect(comparable({ a: 1 }, null)[0]).toStrictEqual({ text: '{\n  "a": 1\n}', characters: 12, complete: true });
  });
});

test('children stand under the step that started them, in the order in which they began', async () => {
  const clock = handClock();
  const ledger = temporaryLedger({ projections, clock });
  const each = {
    spec: 'flatmachine',
    spec_version: '0.7.7',
    data: { name: 'one', states: { only: { type: 'final', output: { v: '{{ input.v }}' } } } },
  };
  const source = machineOf(
    {
      wait: { transitions: to('all') },
      all: {
        machine: 'one',
        foreach: '{{ input.items }}',
        as: 'item',
        input: { v: '{{ item }}' },
        transitions: to('end'),
      },
      end: { type: 'final', launch: 'one', launch_input: { v: 0 } },
    },
    { machines: { one: each } },
  );
  const runs = new LedgerRuns({
    ledger,
    clock,
    random: countingRandom(1),
    agents: { find: () => undefined },
    hooks: {},
    notice: () => undefined,
  });
  const items = Array.from({ length: 12 }, (_, index) => index);
  expect(expectValue(await runs.start(await load(source), { items }, 'p.1'))).toMatchObject({ status: 'done' });
  const rows = expectValue(listSteps(ledger, { executionId: 'p.1', from: 1, limit: 10 })).rows;
  expect(rows.map(({ children }) => children)).toStrictEqual([0, 12, 1]);
  const first = listChildren(ledger, { executionId: 'p.1', step: 2, cursor: null, limit: 10 });
  const second = listChildren(ledger, { executionId: 'p.1', step: 2, cursor: first.next, limit: 10 });
  expect(first.total).toBe(12);
  expect([...first.rows, ...second.rows].map(({ executionId }) => executionId)).toStrictEqual(
    items.map((index) => `p.1.1c${index}`),
  );
  expect(second.next).toBeNull();
});
