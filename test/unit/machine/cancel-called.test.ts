import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { type FlatMachine, park, type RunStore, VirtualTime } from '../../../core/machine/index.ts';
import { machine, machineOf, memoryStore, type Setup, value } from './harness.ts';

const to = (state: string) => [{ to: state }];
const end = { type: 'final' };
const waits = machineOf({ start: { action: 'wait', transitions: to('end') }, end });

/** Calls one machine that waits; a cancellation of it leads to `handled`. */
const caller = (state: Record<string, Json> = {}, machines: Json = { one: waits }) =>
  machineOf(
    {
      start: {
        machine: 'one',
        output_to_context: { was: '{{ output }}' },
        on_error: { CancelledError: 'handled' },
        transitions: to('end'),
        ...state,
      },
      end: { type: 'final', output: { was: '{{ context.was }}' } },
      handled: { type: 'final', output: { type: '{{ context.last_error_type }}', why: '{{ context.last_error }}' } },
    },
    { machines },
  );

const handled = { type: 'CancelledError', why: 'The run p.0c0 was cancelled' };

async function statusesOf(store: RunStore): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(value(await store.runs()).map(({ execution_id: id, status }) => [id, status]));
}

/** A run `p` of this machine that one process left parked, and processes that find it so. */
async function parked(source: Json, more: Setup = {}) {
  const time = new VirtualTime(0);
  const store = more.store ?? memoryStore(time);
  const asked: string[] = [];
  const actions: Setup['actions'] = {
    wait: (_, { executionId }) => {
      asked.push(executionId);
      return park('mail');
    },
  };
  const process = () => machine(source, { store, time, actions, ...more });
  expect(value(await (await process()).execute({}, { executionId: 'p' }))).toMatchObject({ status: 'parked' });
  asked.length = 0;
  return { time, store, process, asked };
}

async function cancel(flat: FlatMachine, executionId: string): Promise<void> {
  value(await flat.cancel(executionId));
  expect(value(await flat.resume(executionId))).toMatchObject({ status: 'cancelled', executionId });
  await flat.settled();
}

describe('a called run that is cancelled by itself', () => {
  test('is an error of the state that called it, which goes on at once', async () => {
    const { store, process, asked } = await parked(caller());
    await cancel(await process(), 'p.0c0');
    expect(await statusesOf(store)).toStrictEqual({ p: 'done', 'p.0c0': 'cancelled' });
    expect(value(await (await process()).resume('p'))).toMatchObject({ status: 'done', output: handled });
    expect(asked).toStrictEqual([]);
  });

  test('fails its caller where nothing handles that, and the caller goes on when it was resumed itself', async () => {
    const over = new Set<string>();
    const actions: Setup['actions'] = { wait: (context) => (over.has('mail') ? context : park('mail')) };
    const { store, process } = await parked(caller({ on_error: {} }), { actions });
    await cancel(await process(), 'p.0c0');
    expect(await statusesOf(store)).toStrictEqual({ p: 'failed', 'p.0c0': 'cancelled' });
    const error = { type: handled.type, message: handled.why };
    expect(value(await (await process()).resume('p'))).toMatchObject({ status: 'error', error });
    over.add('mail');
    expect(value(await (await process()).resume('p.0c0'))).toMatchObject({ status: 'done' });
    expect(value(await (await process()).resume('p'))).toMatchObject({ status: 'done' });
  });

  test('reaches the first of the runs that wait for each other', async () => {
    const { store, process } = await parked(caller({}, { one: caller() }));
    await cancel(await process(), 'p.0c0.0c0');
    expect(await statusesOf(store)).toStrictEqual({ p: 'done', 'p.0c0': 'done', 'p.0c0.0c0': 'cancelled' });
  });

  test('is not called again by a retry', async () => {
    const { store, process } = await parked(caller({ execution: { type: 'retry', backoffs: [1] } }));
    await cancel(await process(), 'p.0c0');
    expect(await statusesOf(store)).toStrictEqual({ p: 'done', 'p.0c0': 'cancelled' });
  });

  test('is one result among others of a list, which is waited for to its end', async () => {
    const source = caller({ machine: ['one', 'two'] }, { one: waits, two: waits });
    const { store, process } = await parked(source);
    await cancel(await process(), 'p.0c1');
    expect(await statusesOf(store)).toStrictEqual({ p: 'parked', 'p.0c0': 'parked', 'p.0c1': 'cancelled' });
    await cancel(await process(), 'p.0c0');
    const result = value(await (await process()).resume('p'));
    const error = (id: string) => ({ _error: `The run ${id} was cancelled`, _error_type: 'CancelledError' });
    expect(result).toMatchObject({ output: { was: { one: error('p.0c0'), two: error('p.0c1') } } });
  });

  test('stays cancelled when its caller is cancelled and resumed later; those cancelled with it go on', async () => {
    const source = caller({ machine: ['one', 'two'] }, { one: waits, two: waits });
    const { store, process, asked } = await parked(source);
    await cancel(await process(), 'p.0c1');
    await cancel(await process(), 'p');
    asked.length = 0;
    expect(value(await (await process()).resume('p'))).toMatchObject({ status: 'parked', waitingFor: 'run:p.0c0' });
    expect(asked).toStrictEqual(['p.0c0']);
    expect(await statusesOf(store)).toStrictEqual({ p: 'parked', 'p.0c0': 'parked', 'p.0c1': 'cancelled' });
  });

  test('is seen by a process that lets go of the caller in the same moment', async () => {
    const time = new VirtualTime(0);
    const kept = memoryStore(time);
    let meanwhile: (() => Promise<void>) | null = null;
    const store: RunStore = {
      ...kept,
      lock: {
        ...kept.lock,
        release: async (key, owner) => {
          const other = key === 'run/p' ? meanwhile : null;
          if (other !== null) meanwhile = null;
          await other?.();
          return kept.lock.release(key, owner);
        },
      },
    };
    const actions: Setup['actions'] = { wait: () => park('mail') };
    const process = (owner: string) => machine(caller(), { store, time, actions, owner });
    const [one, other] = [await process('one'), await process('other')];
    meanwhile = async () => {
      expect(await statusesOf(kept)).toStrictEqual({ p: 'parked', 'p.0c0': 'parked' });
      await cancel(other, 'p.0c0');
      expect(await statusesOf(kept)).toStrictEqual({ p: 'parked', 'p.0c0': 'cancelled' });
    };
    expect(value(await one.execute({}, { executionId: 'p' }))).toMatchObject({
      status: 'done',
      output: handled,
      states: ['start', 'start', 'handled'],
    });
  });
});

test('a run that is stopped while its caller is to be cancelled goes on with that one', async () => {
  const { store, process, asked } = await parked(caller());
  value(await (await process()).cancel('p'));
  await cancel(await process(), 'p.0c0');
  const flat = await process();
  expect(value(await flat.resume('p'))).toMatchObject({ status: 'cancelled' });
  expect(value(await flat.resume('p'))).toMatchObject({ status: 'parked', waitingFor: 'run:p.0c0' });
  expect(asked).toStrictEqual(['p.0c0']);
  expect(await statusesOf(store)).toStrictEqual({ p: 'parked', 'p.0c0': 'parked' });
});

test('a launched run that was cancelled stays so when the run that launched it goes on', async () => {
  const source = machineOf(
    {
      start: { launch: 'one', transitions: to('hold') },
      hold: { action: 'wait', transitions: to('end') },
      end,
    },
    { machines: { one: waits } },
  );
  const { store, process, asked } = await parked(source);
  await cancel(await process(), 'p.0l0');
  const flat = await process();
  expect(value(await flat.resume('p'))).toMatchObject({ status: 'parked' });
  await flat.settled();
  expect(asked).toStrictEqual(['p']);
  expect(await statusesOf(store)).toStrictEqual({ p: 'parked', 'p.0l0': 'cancelled' });
});
