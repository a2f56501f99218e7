import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, expect, test } from 'vitest';
import { addModelCommands } from '../../../core/cli/model.ts';
import { type CliRun, runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';
import { startWireServer, type WireServer } from '../language-model/wire-server.ts';

let server: WireServer | null = null;
afterEach(() => server?.close());

/** `mizan model check` with this file. */
async function check(text: string, options: readonly string[] = [], environment = {}): Promise<CliRun> {
  const workingFolder = temporaryFolder();
  writeFileSync(join(workingFolder, 'model.yml'), text);
  return checkGiven({ environment, workingFolder }, 'model.yml', ...options);
}

function checkGiven(place: Parameters<typeof runCli>[0], ...words: readonly string[]): Promise<CliRun> {
  return runCli(place, async (context) => {
    const program = new Command();
    addModelCommands(program, context);
    await program.parseAsync(['node', 'mizan', 'model', 'check', ...words]);
  });
}

const fileFor = (baseUrl: string) =>
  `{mizan_model: 1, provider: openai-compatible, model: small, base_url: ${baseUrl}, api_key_env: MODEL_KEY}`;

test('says which model each role has, and never the key', async () => {
  const run = await check(fileFor('https://models.example/v1'), [], { MODEL_KEY: 'secret-0123' });
  expect(run).toMatchObject({ code: 0, error: '' });
  expect(run.out).toContain('small (openai-compatible) for advocate, sanad_breaker');
  expect(run.out).toContain('https://models.example/v1');
  expect(run.out).toContain('MODEL_KEY\n');
  expect(run.out).not.toContain('secret-0123');
});

test('asks each model one question', async () => {
  server = await startWireServer([{ kind: 'text', text: '{"ready":true}' }]);
  const run = await check(fileFor(server.baseUrl('openai-compatible')), ['--ask'], { MODEL_KEY: 'secret-0123' });
  expect(run).toMatchObject({ code: 0 });
  expect(run.out).toContain('answers; 1000 tokens in, 50 out, cost unknown');
  expect(server.requests).toHaveLength(1);
});

test('says what is missing when a model cannot be asked', async () => {
  const run = await check(fileFor('https://models.example/v1'), ['--ask']);
  expect(run).toMatchObject({ code: 1 });
  expect(run.out).toContain('set the environment variable MODEL_KEY');
});

test('a file that is no model file is an error with its place', async () => {
  const run = await check('{mizan_model: 1, provider: small}');
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.error).toContain('model.yml:1:28: provider');
});

test('a name is a model file of this user, and one that is not there is answered with those that are', async () => {
  const workingFolder = temporaryFolder();
  const place = { environment: { XDG_CONFIG_HOME: workingFolder }, workingFolder };
  const none = await checkGiven(place, 'local');
  expect([none.code, none.error]).toStrictEqual([2, expect.stringMatching(/none at all \(model-unknown\)/)]);

  const folder = join(workingFolder, 'mizan', 'models');
  mkdirSync(folder, { recursive: true });
  const text = (model: string) => `{mizan_model: 1, provider: ollama, model: ${model}}`;
  writeFileSync(join(folder, 'local.yml'), text('of-this-user'));
  writeFileSync(join(folder, 'qwen3.5.json'), '{"mizan_model": 2, "provider": 1}');
  writeFileSync(join(folder, 'notes.txt'), 'no model');
  // A file of the working folder is meant only by a path.
  writeFileSync(join(workingFolder, 'local'), text('of-the-folder'));
  expect((await checkGiven(place, 'local')).out).toContain('of-this-user (ollama)');
  expect((await checkGiven(place, './local')).out).toContain('of-the-folder (ollama)');
  // Every problem of the file, not only the first.
  const { error } = await checkGiven(place, 'qwen3.5');
  expect(error.match(/qwen3\.5\.json:1:\d+/g)).toHaveLength(3);
  const unknown = await checkGiven(place, 'locla');
  expect([unknown.code, unknown.error]).toStrictEqual([2, expect.stringContaining('; there are: local, qwen3.5 (')]);
  const missing = await checkGiven(place, 'local.yml');
  expect([missing.code, missing.error]).toStrictEqual([2, expect.stringContaining('local.yml: This file cannot')]);
});
