import { beforeEach, describe, expect, test } from 'vitest';
import { type MachineSnapshot, type RunRecord, type RunStore, VirtualTime } from '../../../core/machine/index.ts';
import {
  createLock,
  createPersistence,
  createRunStore,
  createWorkQueue,
  type RecordStore,
} from '../../../core/stores/index.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';
import { backends } from './backends.ts';

const snapshot = (id: string, step: number): MachineSnapshot => ({
  execution_id: id,
  machine_name: 'm',
  spec_version: '0.7.7',
  current_state: 's',
  context: { list: [1, null, { é: 'ü' }], __proto: true },
  step,
  created_at: '2026-01-01T00:00:00.000Z',
});

const record: RunRecord = {
  execution_id: 'e',
  machine_name: 'm',
  digest: 'sha256:0',
  machine_path: [],
  input: {},
  status: 'running',
  parent_execution_id: null,
  depth: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  waiting_for: null,
  error: null,
};

const event = { type: 'test.happened', subject: 'test:1', data: {} };

describe.each(backends)('$name', ({ open }) => {
  let records: RecordStore;
  let time: VirtualTime;
  let store: RunStore;
  beforeEach(async () => {
    records = await open();
    time = new VirtualTime(1000);
    store = createRunStore(records, time, time);
  });
  const put = (key: string, value: unknown) =>
    records.commit({ writes: [{ key, value: value as null }], conditions: [], events: [event] });

  test('reads back what was written, replaces it, and takes it away', async () => {
    expect(await records.read('a/b')).toStrictEqual({ ok: true, value: null });
    const value = { n: 1.5, text: 'ü\u0000"\\', list: [[], {}, null, false] };
    expectValue(await put('a/b', value));
    expect(expectValue(await records.read('a/b'))).toStrictEqual(value);
    expectValue(await put('a/b', [2]));
    expect(expectValue(await records.read('a/b'))).toStrictEqual([2]);
    expectValue(await put('a/b', null));
    expect(expectValue(await records.read('a/b'))).toBeNull();
    expect(expectValue(await records.list(''))).toStrictEqual([]);
  });

  test('lists whole segments in order, and finds the last', async () => {
    for (const key of ['exec-1/b', 'exec-10/a', 'exec-1', 'exec-1/a', 'exec-1_a', 'B', 'exec-1/a/c']) await put(key, 1);
    expect(expectValue(await records.list('exec-1'))).toStrictEqual(['exec-1', 'exec-1/a', 'exec-1/a/c', 'exec-1/b']);
    expect(expectValue(await records.list('exec-1/'))).toStrictEqual(['exec-1/a', 'exec-1/a/c', 'exec-1/b']);
    expect(expectValue(await records.list('exec-1/a'))).toStrictEqual(['exec-1/a', 'exec-1/a/c']);
    expect(expectValue(await records.list(''))).toHaveLength(7);
    expect(expectValue(await records.last('exec-1/'))).toBe('exec-1/b');
    expect(expectValue(await records.last('nothing/'))).toBeNull();
  });

  test('a commit is all or nothing, and only under its conditions', async () => {
    await put('lock', { owner: 'A', token: 1 });
    const change = (conditions: Parameters<RecordStore['commit']>[0]['conditions']) =>
      records.commit({
        writes: [
          { key: 'x', value: 1 },
          { key: 'y', value: 2 },
        ],
        conditions,
        events: [event],
      });
    for (const conditions of [
      [{ key: 'lock', matches: { owner: 'B' } }],
      [
        { key: 'lock', matches: { token: 1 } },
        { key: 'lock', matches: { token: 2 } },
      ],
      [{ key: 'lock', matches: null }],
      [{ key: 'nothing', matches: { owner: 'A' } }],
    ]) {
      expect(expectProblem(await change(conditions))).toMatchObject({ code: 'condition-failed' });
      expect(expectValue(await records.read('x'))).toBeNull();
      expect(expectValue(await records.read('y'))).toBeNull();
    }
    expectValue(
      await change([
        { key: 'lock', matches: { token: 1 } },
        { key: 'nothing', matches: null },
      ]),
    );
    expect(expectValue(await records.list(''))).toStrictEqual(['lock', 'x', 'y']);
  });

  test('of many who want the same, one gets it', async () => {
    const wins = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        records.commit({
          writes: [{ key: 'seat', value: index }],
          conditions: [{ key: 'seat', matches: null }],
          events: [event],
        }),
      ),
    );
    expect(wins.filter((win) => win.ok)).toHaveLength(1);
    expect(wins.findIndex((win) => win.ok)).toBe(expectValue(await records.read('seat')));
  });

  describe('persistence (S1, seed 2.2)', () => {
    test('keeps snapshots as they are, and different keys apart', async () => {
      const persistence = createPersistence(records);
      for (const key of ['a/b', 'a_b', 'A_b', 'é %2f', 'a.b'])
        expectValue(await persistence.save(key, snapshot(key, 1)));
      for (const key of ['a/b', 'a_b', 'A_b', 'é %2f', 'a.b']) {
        expect(expectValue(await persistence.load(key))).toStrictEqual(snapshot(key, 1));
      }
      expect(expectValue(await persistence.load('b'))).toBeNull();
      expectValue(await persistence.delete('a_b'));
      expect(expectValue(await persistence.list(''))).toStrictEqual(['A_b', 'a.b', 'a/b', 'é %2f']);
    });

    test.each(['../x', '/etc/passwd', 'a/../b', 'a//b', 'a/', '.', '', 'a\0b', 'a\nb', 'x'.repeat(300)])(
      'refuses the key %j',
      async (key) => {
        const persistence = createPersistence(records);
        expect(expectProblem(await persistence.save(key, snapshot('e', 1))).code).toBe('key-invalid');
        expect(expectProblem(await persistence.load(key)).code).toBe('key-invalid');
        expect(expectProblem(await persistence.delete(key)).code).toBe('key-invalid');
        if (key !== '' && key !== 'a/') expect(expectProblem(await persistence.list(key)).code).toBe('key-invalid');
      },
    );

    test('finds damage, and refuses giants', async () => {
      const persistence = createPersistence(records);
      await put('checkpoints/e/1', { execution_id: 'e' });
      expect(expectProblem(await persistence.load('e/1')).code).toBe('checkpoint-damaged');
      const giant = { ...snapshot('e', 2), context: { text: 'x'.repeat(9_000_000) } };
      expect(expectProblem(await persistence.save('e/2', giant)).code).toBe('snapshot-too-large');
    });

    test('the newest checkpoint is the one with the highest step', async () => {
      const persistence = createPersistence(records);
      for (const step of [9, 10, 2]) await persistence.save(`e/${String(step).padStart(10, '0')}`, snapshot('e', step));
      await persistence.save('e0/0000000099', snapshot('e0', 99));
      expect(expectValue(await store.newestCheckpoint('e'))).toBe('e/0000000010');
      expect(expectValue(await store.newestCheckpoint('nobody'))).toBeNull();
    });
  });

  describe('locks (S2)', () => {
    const lockOf = () => createLock(records, time);

    test('let one owner in, and that one again', async () => {
      const lock = lockOf();
      expect(expectValue(await lock.acquire('k', 'A', 100))).toMatchObject({ token: 1, expiresAt: 1100 });
      expect(expectValue(await lock.acquire('k', 'A', 200))).toMatchObject({ token: 1, expiresAt: 1200 });
      expect(expectValue(await lock.acquire('k', 'B', 100))).toBeNull();
      expect(expectValue(await lock.acquire('other', 'B', 100))).toMatchObject({ token: 1 });
    });

    test('are released and renewed by their holder only', async () => {
      const lock = lockOf();
      await lock.acquire('k', 'A', 100);
      expectValue(await lock.release('k', 'B'));
      expect(expectValue(await lock.renew('k', 'B', 100))).toBeNull();
      expect(expectValue(await lock.acquire('k', 'B', 100))).toBeNull();
      expect(expectValue(await lock.renew('k', 'A', 500))).toMatchObject({ expiresAt: 1500 });
      expectValue(await lock.release('k', 'A'));
      expect(expectValue(await lock.renew('k', 'A', 100))).toBeNull();
      expect(expectValue(await lock.acquire('k', 'B', 100))).toMatchObject({ token: 2 });
    });

    test('fall to another when the lease is over, with a higher token', async () => {
      const lock = lockOf();
      await lock.acquire('k', 'A', 100);
      time.advance(99);
      expect(expectValue(await lock.acquire('k', 'B', 100))).toBeNull();
      time.advance(1);
      expect(expectValue(await lock.renew('k', 'A', 100))).toBeNull();
      expect(expectValue(await lock.acquire('k', 'B', 100))).toMatchObject({ token: 2 });
      expect(expectValue(await lock.acquire('k', 'A', 100))).toBeNull();
      await lock.release('k', 'B');
      expect(expectValue(await lock.acquire('k', 'A', 100))).toMatchObject({ token: 3 });
    });

    test('reject an empty owner and a bad key', async () => {
      const lock = lockOf();
      for (const owner of ['', ' '])
        expect(expectProblem(await lock.acquire('k', owner, 1)).code).toBe('lock-owner-invalid');
      expect(expectProblem(await lock.acquire('../k', 'A', 1)).code).toBe('key-invalid');
    });

    test('a write under an old token is refused, and nothing of it is kept', async () => {
      const old = expectValue(await store.lock.acquire('run/e', 'A', 100));
      if (old === null) throw new Error('the lock is free');
      time.advance(100);
      const now = expectValue(await store.lock.acquire('run/e', 'B', 100));
      if (now === null) throw new Error('the lease is over');
      const change = { snapshots: [{ key: 'e/1', snapshot: snapshot('e', 1) }], runs: [record], events: [event] };
      expect(expectProblem(await store.commit({ ...change, fence: old })).code).toBe('lock-lost');
      expect(expectValue(await store.run('e'))).toBeNull();
      expectValue(await store.commit({ ...change, fence: now }));
      expect(expectValue(await store.run('e'))).toStrictEqual(record);
      await store.lock.release('run/e', 'B');
      expect(expectProblem(await store.commit({ ...change, fence: now })).code).toBe('lock-lost');
    });
  });

  describe('results (S3)', () => {
    test('are read by whoever knows the address', async () => {
      const { results } = store;
      expect(expectProblem(await results.read('flatagents://e/result')).code).toBe('result-missing');
      expect(expectValue(await results.exists('flatagents://e'))).toBe(false);
      expectValue(await results.write('flatagents://e/result', null));
      expect(expectValue(await results.exists('flatagents://e'))).toBe(true);
      expect(expectValue(await results.read('flatagents://e'))).toBeNull();
      expectValue(await results.delete('flatagents://e'));
      expect(expectValue(await results.exists('flatagents://e'))).toBe(false);
    });

    test('a blocked read ends with the value, for every reader, or with a timeout', async () => {
      const { results } = store;
      const started = time.now();
      expect(expectProblem(await results.read('flatagents://e', { block: true, timeout: 120 })).code).toBe('timeout');
      expect(time.now()).toBe(started + 120);
      const readers = [1, 2, 3].map(() => results.read('flatagents://e', { block: true }));
      expectValue(await results.write('flatagents://e', { done: true }));
      expect((await Promise.all(readers)).map(expectValue)).toStrictEqual([
        { done: true },
        { done: true },
        { done: true },
      ]);
    });

    test('other addresses are errors', async () => {
      for (const uri of ['http://e/result', 'flatagents://', 'flatagents:///result', 'flatagents://e/../f', 'e']) {
        expect((await store.results.write(uri, 1)).ok).toBe(false);
      }
    });
  });

  describe('work queue (S4)', () => {
    test('gives each item to one worker and counts the attempts', async () => {
      const queue = createWorkQueue(records, 'pool', time);
      for (const id of ['1', '2', '3']) expectValue(await queue.push(id, { id }));
      expect(expectProblem(await queue.push('1', {})).code).toBe('work-exists');
      const claims = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => queue.claim(worker)));
      const ids = claims.map((claim) => expectValue(claim)?.id ?? null);
      expect([...ids].sort()).toStrictEqual(['1', '2', '3', null]);
      expect(expectValue(await queue.item('1'))).toMatchObject({ status: 'claimed', attempts: 1 });
    });

    test('the last failure that is allowed poisons', async () => {
      const queue = createWorkQueue(records, 'pool', time);
      await queue.push('1', {}, 2);
      await queue.claim('a');
      expect(expectProblem(await queue.fail('1', 'b', 'no')).code).toBe('work-not-yours');
      expectValue(await queue.fail('1', 'a', 'no'));
      expect(expectValue(await queue.claim('b'))).toMatchObject({ attempts: 2 });
      expectValue(await queue.fail('1', 'b', 'again'));
      expect(expectValue(await queue.item('1'))).toMatchObject({ status: 'poisoned', error: 'again' });
      expect(expectValue(await queue.claim('c'))).toBeNull();
      expect(expectProblem(await queue.complete('1', 'b')).code).toBe('work-not-yours');
    });

    test('a lost worker gives back what it held', async () => {
      const queue = createWorkQueue(records, 'pool', time);
      await queue.push('1', {});
      await queue.push('2', {});
      await queue.claim('a');
      await queue.claim('b');
      expect(expectValue(await queue.releaseWorker('a'))).toBe(1);
      expect(expectValue(await queue.claim('c'))).toMatchObject({ id: '1', attempts: 2 });
      expectValue(await queue.complete('1', 'c', { ok: true }));
      expect(expectValue(await queue.item('1'))).toMatchObject({ status: 'done', result: { ok: true } });
    });
  });
});
