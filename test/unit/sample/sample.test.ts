import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiEvent, OperationInput, OperationName, OperationOutput } from '../../../core/api/index.ts';
import { type TestHost, testHost } from '../../fixture/host.ts';
import { expectValue } from '../../fixture/ledger.ts';

type Finished = Extract<ApiEvent, { type: 'job.finished' }>;

/** The next job that ends after `start`. */
async function jobAfter(made: TestHost, start: () => Promise<unknown>): Promise<Finished> {
  const ended = new Promise<Finished>((resolve) => {
    const stop = made.host.subscribe((event) => {
      if (event.type !== 'job.finished') return;
      stop();
      resolve(event);
    });
  });
  await start();
  return ended;
}

const openSample = (made: TestHost) => jobAfter(made, () => made.ask('workspace.openSample', {}));

describe('the sample', () => {
  let made: TestHost;
  let finished: Finished;
  const ask = async <N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>> =>
    expectValue(await made.ask(name, input));

  beforeAll(async () => {
    made = await testHost();
    finished = await openSample(made);
  });
  afterAll(() => made.close());

  test('opens with the newcomer unlocked, and says so', async () => {
    expect(finished).toMatchObject({ outcome: 'done', message: 'The sample is open' });
    const session = await ask('session.get', {});
    expect(session.workspace).toEqual({
      path: join(made.folder, 'data', 'sample.mizan'),
      name: 'sample',
      sample: true,
    });
    expect(session.reviewer).toMatchObject({ reviewerId: 'you', role: 'PARTNER', key: 'passphrase-file' });
    expect(session.notice).toContain('mizan-sample');
    expect(session.recent).toEqual([]);
    expect(made.logged).toEqual([]);
    const labels = made.told.flatMap((event) => (event.type === 'job.progress' ? [event.label] : []));
    expect(labels.length).toBeGreaterThan(0);
  });

  test('shows one verified, one hallucinated, one honestly blocked, and one that waits', async () => {
    const { rows } = await ask('work.list', {});
    const outcomes = Object.fromEntries(rows.map(({ taskId, outcome }) => [taskId, outcome]));
    expect(outcomes).toEqual({
      'slug-for-titles': 'verified',
      'prices-with-separators': 'hallucinated',
      'export-orders': 'blocked',
      'forget-old-sessions': 'verified',
    });
    expect(rows.every(({ unsandboxed }) => !unsandboxed)).toBe(true);
    const waiting = await ask('gates.list', { state: 'pending' });
    expect(waiting.rows).toMatchObject([{ taskId: 'forget-old-sessions', action: 'contract.land' }]);
  });

  test('the hallucinated one has its failing gate, its output, and a marked line in its diff', async () => {
    const taskId = 'prices-with-separators';
    const work = await ask('work.get', { taskId });
    expect(work.row).toMatchObject({ gateFailed: 'tests', score: -1 });
    const tests = work.gates.find(({ gate }) => gate === 'tests');
    expect(tests?.outcome).toBe('failed');
    const output = tests?.output ?? { seq: -1, name: '' };
    expect((await ask('ledger.body', { seq: output.seq, name: output.name })).text).toContain(
      'not a price: 1,234,567.00',
    );
    const change = await ask('work.change', { taskId, path: 'src/price.mjs' });
    expect(change.modified).toContain(".replace(',', '')");
    expect(change.marks.length).toBeGreaterThan(0);
  });

  test('a colleague approved the first piece, and it landed', async () => {
    const { rows } = await ask('gates.list', { state: 'approved' });
    expect(rows).toMatchObject([{ taskId: 'slug-for-titles', decidedBy: 'amal' }]);
    expect(existsSync(join(made.folder, 'data', 'sample', 'projects', 'slug-for-titles', 'src', 'slug.mjs'))).toBe(
      true,
    );
  });

  test('the newcomer decides, the change lands, and the audit is green', async () => {
    const target = join(made.folder, 'data', 'sample', 'projects', 'forget-old-sessions', 'src', 'sessions.mjs');
    expect(existsSync(target)).toBe(false);
    const [gate] = (await ask('gates.list', { state: 'pending' })).rows;
    const gateId = gate?.gateId ?? '';
    const { action, earlier } = await ask('gates.get', { gateId });
    expect(earlier).toMatchObject([{ reviewer: 'amal', state: 'approved' }]);
    const landed = await jobAfter(made, () =>
      made.ask('gates.decide', { gateId, verb: 'approve', digest: action.digest, sectionsSeen: ['summary'] }),
    );
    expect(landed.message).toMatch(/^The change of forget-old-sessions landed: 1 file in /);
    expect(readFileSync(target, 'utf8')).toContain('staleSessions');
    const audit = await jobAfter(made, () => made.ask('ledger.audit', {}));
    expect(audit.audit).toMatchObject({ ok: true });
    expect((await ask('ledger.events', { filter: { type: 'work.landed' } })).total).toBe(2);
  });

  test('opening it again keeps what was decided', async () => {
    const before = (await ask('ledger.status', {})).root;
    await ask('workspace.close', {});
    await openSample(made);
    expect((await ask('ledger.status', {})).root).toBe(before);
    expect((await ask('session.get', {})).reviewer?.reviewerId).toBe('you');
  });
});

describe('a sample that cannot be finished', () => {
  async function setUp(change: Parameters<typeof testHost>[0] = {}): Promise<TestHost> {
    const made = await testHost(change);
    onTestFinished(() => made.close());
    return made;
  }

  test('leaves nothing behind when it is cancelled', async () => {
    const made = await setUp();
    const ended = await jobAfter(made, async () => {
      const { jobId } = expectValue(await made.ask('workspace.openSample', {}));
      made.host.subscribe((event) => {
        if (event.type === 'job.progress') void made.ask('jobs.cancel', { jobId });
      });
    });
    expect(ended.outcome).toBe('cancelled');
    expect(existsSync(join(made.folder, 'data', 'sample.mizan'))).toBe(false);
    expect(readdirSync(join(made.folder, 'data'))).toEqual([]);
    expect(expectValue(await made.ask('session.get', {})).workspace).toBeNull();
  });

  test('says that git is missing', async () => {
    const made = await setUp({ environment: { PATH: '' } });
    const ended = await openSample(made);
    expect(ended).toMatchObject({ outcome: 'failed' });
    expect(ended.message).toMatch(/git/);
    expect(existsSync(join(made.folder, 'data', 'sample.mizan'))).toBe(false);
  });
});
