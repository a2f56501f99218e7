import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { park, type RunStore, VirtualTime } from '../../../core/machine/index.ts';
import { machine, machineOf, memoryStore, type Setup, value } from './harness.ts';

const to = (state: string) => [{ to: state }];
const end = { type: 'final' };
const leaseMs = 60_000;

/** Calls two machines of these states. */
const caller = (states: Json, state: Record<string, Json> = {}) =>
  machineOf(
    { start: { machine: ['one', 'two'], on_error: 'failed', transitions: to('end'), ...state }, end, failed: end },
    { machines: { one: machineOf(states), two: machineOf(states) } },
  );
const waiting = caller({
  start: { action: 'wait', transitions: to('work') },
  work: { agent: 'w', transitions: to('end') },
  end,
});

async function statusesOf(store: RunStore): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(value(await store.runs()).map(({ execution_id: id, status }) => [id, status]));
}

async function parked(more: Setup = {}) {
  const time = new VirtualTime(0);
  const store = memoryStore(time);
  const actions: Setup['actions'] = {
    wait: (context, { waitingFor }) => (waitingFor === 'over' ? context : park('mail')),
  };
  const process = () => machine(waiting, { store, time, actions, ...more });
  expect(value(await (await process()).execute({}, { executionId: 'p' }))).toMatchObject({ status: 'parked' });
  return { time, store, process };
}

describe('cancelling called runs', () => {
  test('waits for the process that works on one, as long as its lease holds', async () => {
    const { time, store, process } = await parked();
    value(await store.lock.acquire('run/p.0c1', 'a process that died', leaseMs / 2));
    const flat = await process();
    value(await flat.cancel('p'));
    expect(value(await flat.resume('p'))).toMatchObject({ status: 'cancelled', called: ['p.0c0', 'p.0c1'] });
    expect(time.now()).toBeGreaterThanOrEqual(leaseMs / 2);
    expect(time.now()).toBeLessThan(leaseMs);
    expect(await statusesOf(store)).toStrictEqual({ p: 'cancelled', 'p.0c0': 'cancelled', 'p.0c1': 'cancelled' });
    expect(value(await store.cancelRequested('p.0c1'))).toBe(false);
  });

  test('stays a request while a process goes on with one of them for longer than two leases', async () => {
    const { store, process } = await parked();
    value(await store.lock.acquire('run/p.0c0', 'a process that hangs', 100 * leaseMs));
    const flat = await process();
    value(await flat.cancel('p'));
    expect(await flat.resume('p')).toMatchObject({ ok: false, problem: { code: 'run-busy' } });
    expect(await statusesOf(store)).toStrictEqual({ p: 'parked', 'p.0c0': 'parked', 'p.0c1': 'parked' });
    expect(value(await store.cancelRequested('p.0c0'))).toBe(true);
    value(await store.lock.release('run/p.0c0', 'a process that hangs'));
    expect(value(await flat.resume('p'))).toMatchObject({ status: 'cancelled', called: ['p.0c0', 'p.0c1'] });
  });

  test('reaches them while they are worked on', async () => {
    const time = new VirtualTime(0);
    const store = memoryStore(time);
    let begun = 0;
    const agents = {
      w: async (_: Json, { signal }: { signal: AbortSignal }) => {
        begun += 1;
        if (begun === 2) value(await flat.cancel('p'));
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return 1;
      },
    };
    const states = {
      start: { agent: 'w', transitions: to('next') },
      next: { agent: 'w', transitions: to('end') },
      end,
    };
    const flat = await machine(caller(states), { store, time, agents });
    expect(value(await flat.execute({}, { executionId: 'p' }))).toMatchObject({
      status: 'cancelled',
      called: ['p.0c0', 'p.0c1'],
    });
    expect(begun).toBe(2);
    expect(await statusesOf(store)).toStrictEqual({ p: 'cancelled', 'p.0c0': 'cancelled', 'p.0c1': 'cancelled' });
  });

  test('is over before the step that timed out is committed', async () => {
    const time = new VirtualTime(0);
    const store = memoryStore(time);
    const agents = {
      w: (_: Json, { signal }: { signal: AbortSignal }) =>
        new Promise<Json>((resolve) => signal.addEventListener('abort', () => resolve(1))),
    };
    const seen: Readonly<Record<string, string>>[] = [];
    const statuses = async () => seen.push(await statusesOf(store));
    const source = caller({ start: { agent: 'w', transitions: to('end') }, end }, { timeout: 2 });
    const hooks = { onError: async () => void (await statuses()) };
    const flat = await machine(source, { store, time, agents, hooks });
    expect(value(await flat.execute({}, { executionId: 'p' }))).toMatchObject({ status: 'done' });
    expect(seen).toStrictEqual([{ p: 'running', 'p.0c0': 'cancelled', 'p.0c1': 'cancelled' }]);
  });

  test('does not happen to the runs of a process that lost its lease', async () => {
    const time = new VirtualTime(0);
    const store = memoryStore(time);
    const agents = {
      w: async (_: Json, { signal }: { signal: AbortSignal }) => {
        // As after a suspended computer: the lease ran out, and another process has taken the run over.
        time.advance(leaseMs + 1);
        value(await store.lock.acquire('run/p', 'another process', 1000 * leaseMs));
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return 1;
      },
    };
    const source = machineOf(
      { start: { machine: 'one', transitions: to('end') }, end },
      { machines: { one: machineOf({ start: { agent: 'w', transitions: to('end') }, end }) } },
    );
    const flat = await machine(source, { store, time, agents });
    expect(await flat.execute({}, { executionId: 'p' })).toMatchObject({ ok: false, problem: { code: 'lock-lost' } });
    expect(await statusesOf(store)).toStrictEqual({ p: 'running', 'p.0c0': 'running' });
  });
});
