import { writeFileSync } from 'node:fs';
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
  return runCli({ environment, workingFolder }, async (context) => {
    const program = new Command();
    addModelCommands(program, context);
    await program.parseAsync(['node', 'mizan', 'model', 'check', 'model.yml', ...options]);
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
