import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { compareProjections } from '../../../core/ledger/index.ts';
import type { MachineDefinition, MachineResult } from '../../../core/machine/index.ts';
import { decideGate, enrolReviewer } from '../../../core/review/index.ts';
import {
  describeRunEvent,
  getRun,
  getRunContext,
  LedgerRuns,
  type LedgerRunsOptions,
  listRuns,
  listSteps,
} from '../../../core/runs/index.ts';
import { projections } from '../../../core/working-ledger/index.ts';
import { newSigner } from '../../fixture/gates.ts';
import { countingRandom, expectProblem, expectValue, handClock, temporaryLedger } from '../../fixture/ledger.ts';
import { load, machineOf } from '../machine/harness.ts';

const to = (state: string) => [{ to: state }];

/** Asks a person, then pays exactly when the answer is yes. */
const payment = machineOf(
  {
    ask: {
      action: 'human_gate',
      input: {
        title: 'Pay {{ context.amount }}',
        tool: 'bank.pay',
        arguments: { amount: '{{ context.amount }}' },
        required_role: 'PARTNER',
      },
      transitions: [{ condition: 'context.gate.state == "approved"', to: 'pay' }, { to: 'refused' }],
    },
    pay: { agent: 'bank', output_to_context: { receipt: '{{ output }}' }, transitions: to('paid') },
    paid: { type: 'final', output: { receipt: '{{ context.receipt }}' } },
    refused: { type: 'final', output: { reason: '{{ context.gate.reason }}', state: '{{ context.gate.state }}' } },
  },
  { context: { amount: '{{ input.amount }}' } },
);

/** A ledger with every room's tables, and as many processes over it as the test wants. */
function world() {
  const clock = handClock();
  const ledger = temporaryLedger({ projections, clock });
  const root = newSigner('root');
  expectValue(enrolReviewer(ledger, { reviewerId: 'root', name: 'Root', role: 'ADMIN' }, root, null));
  const payments: Json[] = [];
  let seed = 1;
  const newProcess = (isMissing?: LedgerRunsOptions['isMissing']) =>
    new LedgerRuns({
      ledger,
      clock,
      random: countingRandom(seed++),
      agents: {
        find: ({ name }) =>
          name === 'bank'
            ? ({ input, idempotencyKey }) => {
                payments.push({ input, idempotencyKey });
                return { output: `paid-${payments.length}`, cost: 0.25 };
              }
            : undefined,
      },
      hooks: {},
      notice: () => undefined,
      ...(isMissing === undefined ? {} : { isMissing }),
    });
  return { clock, ledger, root, payments, newProcess };
}

/** The gate that the run is parked at. */
function gateOf(result: MachineResult): string {
  if (result.status !== 'parked') throw new Error(`the run is ${result.status}`);
  return result.waitingFor.replace('gate:', '');
}

async function parked() {
  const here = world();
  const definition: MachineDefinition = await load(payment);
  const result = expectValue(await here.newProcess().start(definition, { amount: 5 }, 'r1'));
  const gateId = gateOf(result);
  const digest = String(
    here.ledger.page({ filter: { type: 'gate.requested' }, limit: 1, direction: 'ascending' }).events[0]?.data
      .action_digest,
  );
  const decide = (verb: 'approve' | 'reject', reason: string) => {
    const decision = { gateId, verb, reason, digest, sectionsSeen: [] };
    return expectValue(decideGate(here.ledger, decision, here.root, here.clock));
  };
  return { ...here, definition, gateId, decide };
}

describe('a run that waits for a person', () => {
  test('stays parked until there is a decision, and nothing happens before', async () => {
    const { newProcess, payments, ledger } = await parked();
    const size = ledger.size();
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({ status: 'parked' });
    expect(payments).toStrictEqual([]);
    const types = ledger.page({ limit: 500, direction: 'descending' }).events.slice(0, ledger.size() - size);
    expect(types.map(({ type }) => type)).toStrictEqual(['lease.released', 'lease.acquired']);
  });

  test('goes on days later in another process, and uses the approval once', async () => {
    const { newProcess, payments, decide, clock, ledger } = await parked();
    clock.advance(5 * 86_400_000);
    decide('approve', 'the invoice fits');
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({
      status: 'done',
      output: { receipt: 'paid-1' },
    });
    expect(ledger.count({ type: 'gate.consumed' })).toBe(1);
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({
      status: 'done',
      output: { receipt: 'paid-1' },
    });
    expect(payments).toHaveLength(1);
  });

  test('a rejection and its reason reach the machine', async () => {
    const { newProcess, payments, decide } = await parked();
    decide('reject', 'no invoice');
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({
      output: { reason: 'no invoice', state: 'rejected' },
    });
    expect(payments).toStrictEqual([]);
  });

  test('an approval that expired is not used', async () => {
    const source = structuredClone(payment) as { data: { states: { ask: { input: Record<string, Json> } } } };
    source.data.states.ask.input.expires_in = 60;
    const { newProcess, clock } = world();
    const result = expectValue(await newProcess().start(await load(source), { amount: 5 }, 'r1'));
    gateOf(result);
    clock.advance(61_000);
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({ output: { state: 'expired' } });
  });
});

describe('a run in a process without its programs', () => {
  const nobody = () => true;

  test('goes on as far as it can, parks in front of the state and changes nothing else', async () => {
    const { newProcess, payments, decide, ledger } = await parked();
    decide('approve', '');
    expect(expectValue(await newProcess(nobody).resume('r1'))).toMatchObject({
      status: 'parked',
      waitingFor: 'agent:bank',
      steps: 1,
    });
    expect(listRuns(ledger, { cursor: null, limit: 1 }).rows).toMatchObject([
      { status: 'parked', state: 'pay', waitingFor: 'agent:bank', error: null },
    ]);
    expect(payments).toStrictEqual([]);
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({ status: 'done' });
    expect(payments).toHaveLength(1);
  });

  test('keeps the gate that it waits for where the same state needs a program', async () => {
    const both = structuredClone(payment) as { data: { states: { ask: { agent?: string } } } };
    both.data.states.ask.agent = 'bank';
    const { newProcess, payments, ledger } = world();
    const waitingFor = `gate:${gateOf(expectValue(await newProcess().start(await load(both), { amount: 5 }, 'r1')))}`;
    expect(expectValue(await newProcess(nobody).resume('r1'))).toMatchObject({ status: 'parked', waitingFor });
    expect(ledger.count({ type: 'gate.requested' })).toBe(1);
    expect(payments).toStrictEqual([]);
  });
});

describe('what the ledger keeps', () => {
  test('the tables are exactly what the events say', async () => {
    const { newProcess, decide, ledger } = await parked();
    decide('approve', '');
    await newProcess().resume('r1');
    const comparing = compareProjections(ledger.path, { projections });
    let step = comparing.next();
    while (!step.done) step = comparing.next();
    expect(expectValue(step.value).differing).toStrictEqual([]);
  });

  test('runs are listed, shown with their graph, and each step with its context', async () => {
    const { newProcess, decide, ledger, clock } = await parked();
    expect(listRuns(ledger, { cursor: null, limit: 10 })).toMatchObject({
      total: 1,
      rows: [{ executionId: 'r1', machine: 'test', status: 'parked', sign: 'pending', state: 'ask', step: 0 }],
    });
    decide('approve', '');
    await newProcess().resume('r1');
    const run = expectValue(await getRun(ledger, 'r1', clock));
    expect(run.row).toMatchObject({
      status: 'done',
      sign: 'verified',
      state: 'paid',
      step: 3,
      apiCalls: 1,
      cost: 0.25,
    });
    expect(run.graph.edges).toContainEqual({
      from: 'ask',
      to: 'pay',
      condition: 'context.gate.state == "approved"',
      onError: null,
    });
    expect(run.taken).toStrictEqual([
      { from: 'ask', to: 'pay', onError: false, times: 1, lastStep: 1 },
      { from: 'paid', to: 'paid', onError: false, times: 1, lastStep: 3 },
      { from: 'pay', to: 'paid', onError: false, times: 1, lastStep: 2 },
    ]);
    const steps = expectValue(listSteps(ledger, { executionId: 'r1', from: 2, limit: 10 }));
    expect(steps.rows.map(({ step, from, to, cost }) => [step, from, to, cost])).toStrictEqual([
      [2, 'pay', 'paid', 0.25],
      [3, 'paid', 'paid', 0],
    ]);
    const second = expectValue(getRunContext(ledger, 'r1', 2));
    expect(JSON.parse(second.after.text)).toMatchObject({ receipt: 'paid-1' });
    expect(second.before?.step).toBe(1);
    expect(JSON.parse(second.before?.context.text ?? '')).not.toHaveProperty('receipt');
    expect(expectProblem(getRunContext(ledger, 'r1', 9)).code).toBe('step-unknown');
    expect(expectProblem(await getRun(ledger, 'nobody', clock)).code).toBe('run-unknown');
    expect(listRuns(ledger, { status: 'failed', cursor: null, limit: 10 }).rows).toStrictEqual([]);
    const events = ledger.page({ limit: 500, direction: 'ascending' }).events;
    const own = events.filter(({ type }) => /^(run|lease|machine)\./.test(type));
    expect(own.filter((event) => describeRunEvent(event, ledger) === null)).toStrictEqual([]);
  });

  test('a run at work is shown where it stands after every step, with what it used so far', async () => {
    const { clock, ledger } = world();
    const shown: unknown[] = [];
    const look = () => {
      const [row] = listRuns(ledger, { cursor: null, limit: 1 }).rows;
      shown.push([row?.status, row?.state, row?.step, row?.apiCalls, row?.cost]);
    };
    const runs = new LedgerRuns({
      ledger,
      clock,
      random: countingRandom(),
      agents: { find: () => () => ({ output: null, apiCalls: 2, cost: 0.5 }) },
      hooks: {
        onAction: (_action, _context, { record }) => {
          // Another room's event before the step's own, in the same commit.
          record({ type: 'fact.noted', subject: 'run:r3', data: {} });
          look();
        },
      },
      notice: () => undefined,
    });
    const states = {
      first: { action: 'look', agent: 'a', transitions: to('second') },
      second: { action: 'look', agent: 'a', transitions: to('third') },
      third: { action: 'look', transitions: to('end') },
      end: { type: 'final' },
    };
    expectValue(await runs.start(await load(machineOf(states)), {}, 'r3'));
    look();
    expect(shown).toStrictEqual([
      ['running', 'first', 0, 0, 0],
      ['running', 'second', 1, 2, 0.5],
      ['running', 'third', 2, 4, 1],
      ['done', 'end', 4, 4, 1],
    ]);
  });

  test('a machine that asks to be kept elsewhere is not kept here without a word', async () => {
    const { newProcess, ledger } = world();
    const states = { end: { type: 'final' } };
    const elsewhere = await load(machineOf(states, { persistence: { backend: 'memory' } }));
    expect(expectProblem(await newProcess().start(elsewhere, {})).code).toBe('backend-unavailable');
    expect(listRuns(ledger, { cursor: null, limit: 1 }).total).toBe(0);
    const here = await load(machineOf(states, { persistence: { backend: 'sqlite' } }));
    expect(expectValue(await newProcess().start(here, {}))).toMatchObject({ status: 'done' });
  });

  test('an action that fails leaves its error in the row', async () => {
    const { newProcess, ledger } = world();
    const failing = await load(machineOf({ a: { action: 'nobody', transitions: to('a') } }));
    expect(expectValue(await newProcess().start(failing, {}, 'r2'))).toMatchObject({ status: 'error' });
    expect(listRuns(ledger, { cursor: null, limit: 1 }).rows).toMatchObject([
      { status: 'failed', error: { type: 'Error' } },
    ]);
  });

  test('attempts that failed stand in the event of their step, and of the failure', async () => {
    const { ledger, clock } = world();
    let calls = 0;
    const runs = new LedgerRuns({
      ledger,
      clock,
      random: countingRandom(1),
      agents: {
        find: () => () => {
          calls += 1;
          if (calls !== 3) throw new Error(`call ${calls} failed`);
          return { output: 'answered' };
        },
      },
      hooks: {},
      notice: () => undefined,
    });
    const execution = { type: 'retry', backoffs: [0, 0, 0], jitter: 0 };
    const source = machineOf({
      first: { agent: 'writer', execution, transitions: to('second') },
      second: { agent: 'writer', execution, transitions: to('second') },
    });
    expect(expectValue(await runs.start(await load(source), {}, 'r3'))).toMatchObject({ status: 'error' });
    const events = ledger.page({
      filter: { subject: 'run:r3', type: 'run.' },
      limit: 9,
      direction: 'ascending',
    }).events;
    const last = (...calls: number[]) => calls.map((call) => ({ type: 'Error', message: `call ${call} failed` }));
    expect(events.slice(1).map(({ type, data }) => [type, data.failed_attempts])).toStrictEqual([
      ['run.stepped', { count: 2, last: last(1, 2) }],
      ['run.failed', { count: 4, last: last(4, 5, 6, 7) }],
    ]);
  });

  test('a run of another machine, or of none, does not resume', async () => {
    const { newProcess } = world();
    expect(expectProblem(await newProcess().resume('nobody')).code).toBe('run-unknown');
  });

  test('a run that is cancelled can be resumed', async () => {
    const { newProcess, decide } = await parked();
    decide('approve', '');
    expect(expectValue(await newProcess().cancel('r1'))).toStrictEqual({
      stopped: true,
      called: [],
      withdrawn: [],
      caller: null,
    });
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({ status: 'done' });
  });

  test('a cancelled run takes its gate back, and asks at another one when it is resumed', async () => {
    const { newProcess, ledger, gateId } = await parked();
    expectValue(await newProcess().cancel('r1'));
    expect(listRuns(ledger, { cursor: null, limit: 1 }).rows).toMatchObject([
      { status: 'cancelled', waitingFor: null },
    ]);
    const again = gateOf(expectValue(await newProcess().resume('r1')));
    expect(again).not.toBe(gateId);
    expect(listRuns(ledger, { cursor: null, limit: 1 }).rows).toMatchObject([
      { status: 'parked', waitingFor: `gate:${again}` },
    ]);
  });
});
