import { describe, expect, test } from 'vitest';
import { type RunStore, VirtualTime } from '../../../core/machine/index.ts';
import { createMemoryRecords, createRunStore, type RecordStore } from '../../../core/stores/index.ts';
import { machine, machineOf, memoryStore, value } from './harness.ts';

const to = (state: string) => [{ to: state }];
const source = machineOf({
  start: { agent: 'w', output_to_context: { a: '{{ output }}' }, transitions: to('middle') },
  middle: { agent: 'w', output_to_context: { b: '{{ output }}' }, transitions: to('last') },
  last: { agent: 'stop', transitions: to('end') },
  end: { type: 'final', output: { a: '{{ context.a }}', b: '{{ context.b }}' } },
});

/** A run that failed in its third state. */
async function halfDone() {
  const time = new VirtualTime(0);
  const records: RecordStore = createMemoryRecords();
  const store: RunStore = createRunStore(records, time, time);
  let calls = 0;
  const agents = { w: () => ++calls, stop: () => Promise.reject(new Error('not now')) };
  const first = await machine(source, { store, time, agents });
  expect(value(await first.execute({}, { executionId: 'r' }))).toMatchObject({ status: 'error', steps: 2 });
  const next = await machine(source, { store, time, agents: { w: () => ++calls, stop: () => 0 } });
  return { records, store, time, next, calls: () => calls };
}

describe('checkpoints (M10)', () => {
  test('what is committed is not done again', async () => {
    const { next, calls } = await halfDone();
    expect(value(await next.resume('r'))).toMatchObject({
      status: 'done',
      output: { a: 1, b: 2 },
      states: ['last', 'end'],
    });
    expect(calls()).toBe(2);
    expect(value(await next.resume('r'))).toMatchObject({ status: 'done', output: { a: 1, b: 2 }, states: [] });
    expect(calls()).toBe(2);
  });

  test.each([null, { execution_id: 'r' }, 'text'])('a newest checkpoint that is %j fails loudly', async (damage) => {
    const { next, records, calls } = await halfDone();
    const key = 'checkpoints/r/0000000002';
    const event = { type: 'test.damaged', subject: 'test', data: {} };
    value(await records.commit({ writes: [{ key, value: damage }], conditions: [], events: [event] }));
    if (damage === null) {
      // Taken away altogether it is not missed: the one before is the newest.
      expect(value(await next.resume('r'))).toMatchObject({ output: { a: 1, b: 3 } });
      return;
    }
    expect(await next.resume('r')).toMatchObject({ ok: false, problem: { code: 'checkpoint-damaged' } });
    expect(calls()).toBe(2);
    expect(value(await next.resume('r', { fromEarlier: true }))).toMatchObject({
      status: 'done',
      output: { a: 1, b: 3 },
    });
  });

  test('a context of 100 MB is refused by size, and the run stays at the checkpoint before it', async () => {
    const store = memoryStore();
    const large = 'x'.repeat(100_000_000);
    let size = large;
    const states = {
      start: { agent: 'w', output_to_context: { a: '{{ output }}' }, transitions: to('grow') },
      grow: { agent: 'large', output_to_context: { b: '{{ output }}' }, on_error: 'end', transitions: to('end') },
      end: { type: 'final', output: { a: '{{ context.a }}', b: '{{ context.b }}' } },
    };
    const agents = { w: () => 1, large: () => size };
    const growing = await machine(machineOf(states), { store, agents });
    expect(value(await growing.execute({}, { executionId: 'r' }))).toMatchObject({
      status: 'error',
      steps: 1,
      error: { type: 'snapshot-too-large' },
    });
    expect(value(await store.run('r'))).toMatchObject({ status: 'failed', error: { type: 'snapshot-too-large' } });
    size = 'small';
    expect(value(await growing.resume('r'))).toMatchObject({ status: 'done', output: { a: 1, b: 'small' } });
    // An input is kept in the record of the run even where no context takes it over.
    expect(await growing.execute({ large }, { executionId: 's' })).toMatchObject({
      ok: false,
      problem: { code: 'snapshot-too-large' },
    });
    expect(value(await store.run('s'))).toBeNull();
  });

  test('an error with a message of 100 MB is kept shortened', async () => {
    const agents = { w: () => Promise.reject(new Error('x'.repeat(100_000_000))) };
    const failing = await machine(machineOf({ start: { agent: 'w', transitions: to('start') } }), { agents });
    const result = value(await failing.execute());
    expect(result.status === 'error' && result.error.message).toMatch(/^x{10000} … \(99990000 more characters\)$/);
  });

  test('an unknown run is an error, a known id does not start afresh, a changed machine does not resume', async () => {
    const { next, store, time } = await halfDone();
    expect(await next.resume('nobody')).toMatchObject({ ok: false, problem: { code: 'run-unknown' } });
    expect(await next.execute({}, { executionId: 'r' })).toMatchObject({ ok: false, problem: { code: 'run-exists' } });
    const other = await machine(machineOf({ start: { type: 'final' } }), { store, time });
    expect(await other.resume('r')).toMatchObject({ ok: false, problem: { code: 'machine-changed' } });
  });

  test('a run that another process works on is busy, until its lease is over', async () => {
    const { next, store, time } = await halfDone();
    value(await store.lock.acquire('run/r', 'somebody', 1000));
    expect(await next.resume('r')).toMatchObject({ ok: false, problem: { code: 'run-busy' } });
    time.advance(1000);
    expect(value(await next.resume('r'))).toMatchObject({ status: 'done' });
  });

  test('step order is numeric', async () => {
    const loop = machineOf(
      {
        start: {
          output_to_context: { n: '{{ context.n + 1 }}' },
          transitions: [{ condition: 'context.n >= 12', to: 'wait' }, { to: 'start' }],
        },
        wait: { agent: 'w', transitions: to('end') },
        end: { type: 'final', output: { n: '{{ context.n }}' } },
      },
      { context: { n: 0 } },
    );
    const time = new VirtualTime(0);
    const store = createRunStore(createMemoryRecords(), time, time);
    const first = await machine(loop, { store, time, agents: { w: () => Promise.reject(new Error('no')) } });
    expect(value(await first.execute({}, { executionId: 'r' }))).toMatchObject({ steps: 12 });
    const second = await machine(loop, { store, time, agents: { w: () => 1 } });
    expect(value(await second.resume('r'))).toMatchObject({ output: { n: 12 }, states: ['wait', 'end'] });
  });

  test('a cancelled run stops at its checkpoint and can be resumed', async () => {
    const time = new VirtualTime(0);
    const store = createRunStore(createMemoryRecords(), time, time);
    const slow = machineOf({
      start: { transitions: to('work') },
      work: { agent: 'w', execution: { type: 'retry', backoffs: [1000] }, transitions: to('end') },
      end: { type: 'final', output: { done: true } },
    });
    let attempts = 0;
    const agents = {
      w: async () => {
        attempts += 1;
        if (attempts === 1) value(await flat.cancel('r'));
        if (attempts < 3) throw new Error('later');
        return 1;
      },
    };
    const flat = await machine(slow, { store, time, agents });
    expect(value(await flat.execute({}, { executionId: 'r' }))).toMatchObject({ status: 'cancelled', steps: 1 });
    expect(value(await store.run('r'))?.status).toBe('cancelled');
    expect(value(await flat.resume('r'))).toMatchObject({ status: 'done', states: ['work', 'end'] });
  });
});
