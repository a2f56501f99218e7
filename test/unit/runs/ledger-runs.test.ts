import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { compareProjections } from '../../../core/ledger/index.ts';
import type { MachineDefinition, MachineResult } from '../../../core/machine/index.ts';
import { decideGate, enrolReviewer } from '../../../core/review/index.ts';
import { describeRunEvent, getRun, getRunContext, LedgerRuns, listRuns } from '../../../core/runs/index.ts';
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
  const newProcess = () =>
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
    const { newProcess, decide, ledger } = await parked();
    expect(listRuns(ledger, { cursor: null, limit: 10 })).toMatchObject({
      total: 1,
      rows: [{ executionId: 'r1', machine: 'test', status: 'parked', sign: 'blocked', state: 'ask', step: 0 }],
    });
    decide('approve', '');
    await newProcess().resume('r1');
    const run = expectValue(await getRun(ledger, 'r1'));
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
    expect(run.steps.filter(({ type }) => type === 'run.stepped').map(({ step }) => step)).toStrictEqual([1, 2, 3]);
    const second = expectValue(getRunContext(ledger, 'r1', 2));
    expect(JSON.parse(second.context)).toMatchObject({ receipt: 'paid-1' });
    expect(JSON.parse(second.before ?? '')).not.toHaveProperty('receipt');
    expect(expectProblem(getRunContext(ledger, 'r1', 9)).code).toBe('step-unknown');
    expect(expectProblem(await getRun(ledger, 'nobody')).code).toBe('run-unknown');
    expect(listRuns(ledger, { status: 'failed', cursor: null, limit: 10 }).rows).toStrictEqual([]);
    const events = ledger.page({ limit: 500, direction: 'ascending' }).events;
    const own = events.filter(({ type }) => /^(run|lease|machine)\./.test(type));
    expect(own.filter((event) => describeRunEvent(event) === null)).toStrictEqual([]);
  });

  test('an action that fails leaves its error in the row', async () => {
    const { newProcess, ledger } = world();
    const failing = await load(machineOf({ a: { action: 'nobody', transitions: to('a') } }));
    expect(expectValue(await newProcess().start(failing, {}, 'r2'))).toMatchObject({ status: 'error' });
    expect(listRuns(ledger, { cursor: null, limit: 1 }).rows).toMatchObject([
      { status: 'failed', error: { type: 'Error' } },
    ]);
  });

  test('a run of another machine, or of none, does not resume', async () => {
    const { newProcess } = world();
    expect(expectProblem(await newProcess().resume('nobody')).code).toBe('run-unknown');
  });

  test('a run that is cancelled can be resumed', async () => {
    const { newProcess, decide } = await parked();
    expectValue(await newProcess().cancel('r1'));
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({ status: 'cancelled' });
    decide('approve', '');
    expect(expectValue(await newProcess().resume('r1'))).toMatchObject({ status: 'done' });
  });
});
