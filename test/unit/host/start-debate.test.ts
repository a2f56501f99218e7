import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestHost, testHost } from '../../fixture/host.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';
import { startWireServer, type WireReply } from '../language-model/wire-server.ts';

const bakery = join(import.meta.dirname, '../../../docs/cases/bakery.yml');

async function openHost(change: Parameters<typeof testHost>[0] = {}): Promise<TestHost> {
  const made = await testHost(change);
  onTestFinished(() => made.close());
  expectValue(await made.host.begin(made.ledgerPath));
  return made;
}

/** A model file of this person, which names a server on loopback. */
async function withModel(made: TestHost, script: Parameters<typeof startWireServer>[0]) {
  const server = await startWireServer(script);
  onTestFinished(() => server.close());
  mkdirSync(join(made.configFolder, 'models'), { recursive: true });
  writeFileSync(
    join(made.configFolder, 'models', 'local.yml'),
    `{mizan_model: 1, provider: ollama, model: small, base_url: ${server.baseUrl('ollama')}}`,
  );
  return server;
}

async function checked(made: TestHost) {
  const check = expectValue(await made.ask('cases.check', { path: bakery }));
  return check.case?.caseId ?? '';
}

/** A debate by rules ends in milliseconds, or in seconds where others use the processors. */
const ended = (made: TestHost) =>
  vi.waitFor(
    () => {
      const event = made.told.find(({ type }) => type === 'job.finished');
      if (event?.type !== 'job.finished') throw new Error('the job still runs');
      return event;
    },
    { timeout: 30_000 },
  );

describe('bringing a case', () => {
  test('a sound one is shown with what it holds', async () => {
    const made = await openHost();
    expect(expectValue(await made.ask('cases.check', { path: bakery }))).toMatchObject({
      file: bakery,
      case: { title: 'Harbour Bakery, purchase of a majority', claims: 5, documents: 3 },
      problems: [],
      problemCount: 0,
    });
  });

  test('what keeps one from being debated has its place, and no debate begins with it', async () => {
    const made = await openHost();
    const path = join(made.folder, 'bad.yml');
    writeFileSync(path, 'mizan_case: 1\nclaims: []\n');
    const check = expectValue(await made.ask('cases.check', { path }));
    expect(check.case).toBeNull();
    expect(check.problemCount).toBeGreaterThan(0);
    expect(check.problems[0]).toMatchObject({
      code: 'config-invalid',
      place: expect.stringMatching(/bad\.yml:\d+:\d+$/),
    });
    const start = { caseId: 'case-x', model: null, maxRounds: 5 };
    expect(expectProblem(await made.ask('debates.start', start)).code).toBe('case-not-checked');
    expect(expectProblem(await made.ask('cases.check', { path: 'bad.yml' })).code).toBe('path-not-whole');
    expect(expectProblem(await made.ask('cases.choose', {})).code).toBe('no-file-dialog');
  });

  test('where there is a dialog, a page names no file', async () => {
    const asked: string[] = [];
    const made = await openHost({
      chooseFile: async (_folder, kind) => {
        asked.push(kind);
        return bakery;
      },
    });
    expect(expectProblem(await made.ask('cases.check', { path: bakery })).code).toBe('choose-with-dialog');
    expect(expectValue(await made.ask('cases.choose', {}))?.case?.claims).toBe(5);
    expect(asked).toEqual(['case']);
    const cancelled = await openHost({ chooseFile: async () => null });
    expect(expectValue(await cancelled.ask('cases.choose', {}))).toBeNull();
  });
});

describe('a debate that begins in the console', () => {
  test('is in the ledger when the answer comes, and says how it ended', async () => {
    const made = await openHost();
    const start = { caseId: await checked(made), model: null, maxRounds: 2 };
    const { debateId, runId } = expectValue(await made.ask('debates.start', start));
    expect(expectValue(await made.ask('debates.get', { debateId })).row).toMatchObject({
      runId,
      agents: 'rules',
      maxRounds: 2,
    });
    expect(await ended(made)).toMatchObject({
      outcome: 'done',
      message: 'The debate “Harbour Bakery, purchase of a majority” waits for a person',
    });
    expect(expectValue(await made.ask('debates.get', { debateId })).row.status).toBe('parked');
    expect(made.logged).toEqual([]);
  });

  test('needs an open ledger', async () => {
    const made = await testHost();
    onTestFinished(() => made.close());
    const start = { caseId: await checked(made), model: null, maxRounds: 2 };
    expect(expectProblem(await made.ask('debates.start', start)).code).toBe('no-ledger-open');
  });

  test('with a model is cancelled in the middle of a call, and resumed here with the same model', async () => {
    const made = await openHost();
    const asked = Promise.withResolvers<void>();
    let reply: WireReply = { kind: 'hang' };
    const server = await withModel(made, () => {
      asked.resolve();
      return reply;
    });
    const listed = expectValue(await made.ask('models.list', {}));
    const endpoint = server.baseUrl('ollama');
    const roles = ['advocate', 'sanad_breaker', 'contradiction_finder', 'risk_officer', 'arbiter'];
    expect(listed.rows).toEqual([{ name: 'local', models: [{ model: 'small', endpoint, roles }], problem: null }]);
    const start = { caseId: await checked(made), model: 'local', maxRounds: 2 };
    const { jobId, debateId, runId } = expectValue(await made.ask('debates.start', start));
    await asked.promise;
    expectValue(await made.ask('jobs.cancel', { jobId }));
    await server.givenUp;
    expect((await ended(made)).message).toContain('was cancelled after its last whole step');
    const row = async () => expectValue(await made.ask('debates.get', { debateId })).row;
    expect(await row()).toMatchObject({ status: 'cancelled', agents: 'llm', messages: 0 });
    made.told.length = 0;
    reply = { kind: 'text', text: 'I would rather not.' };
    expectValue(await made.ask('runs.resume', { executionId: runId }));
    await ended(made);
    expect(await row()).toMatchObject({ status: 'stopped', stopReason: 'CRITICAL_DEFECT', rejected: 2 });
  });

  test('a model that is not there, or cannot be used, is said', async () => {
    const made = await openHost();
    const start = { caseId: await checked(made), model: 'none', maxRounds: 2 };
    expect(expectProblem(await made.ask('debates.start', start)).code).toBe('model-unknown');
    expect(expectProblem(await made.ask('debates.start', { ...start, model: '../models/none' })).code).toBe(
      'model-unknown',
    );
    const folder = join(made.configFolder, 'models');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.yml'), '{mizan_model: 1, provider: anthropic, model: m, api_key_env: NO_SUCH_KEY}');
    writeFileSync(join(folder, 'b.yml'), 'mizan_model: 2\n');
    writeFileSync(join(folder, 'notes.txt'), 'no model');
    const { rows } = expectValue(await made.ask('models.list', {}));
    expect(rows.map(({ name, problem }) => [name, problem?.code])).toEqual([
      ['a', 'model-key-missing'],
      ['b', 'config-invalid'],
    ]);
  });
});
