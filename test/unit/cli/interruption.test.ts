import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openLedgerForReading } from '../../../core/ledger/index.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';
import { startWireServer } from '../language-model/wire-server.ts';

const root = join(import.meta.dirname, '../../..');
const id = '0deba7e0-0000-4000-8000-000000000009';

/** How a process ended: its exit code, or the signal that ended it. */
async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return code ?? signal;
}

test('the first interruption is told, the second ends the process at once', async () => {
  const script = `
    import { takeInterruptions } from './core/cli/interruption.ts';
    const { signal } = takeInterruptions();
    signal.addEventListener('abort', () => console.log('told'));
    setInterval(() => undefined, 1_000_000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    child.kill('SIGINT');
  });
  expect(await endOf(child)).toBe('SIGINT');
  expect(said).toEqual(['ready', 'told']);
});

test('Ctrl-C in a debate with a model gives up the call and leaves a debate that can be resumed', async () => {
  const folder = temporaryFolder();
  const ledger = join(folder, 'a.mizan');
  const model = join(folder, 'model.yml');
  const asked = Promise.withResolvers<void>();
  const server = await startWireServer(() => {
    asked.resolve();
    return { kind: 'hang' };
  });
  writeFileSync(model, `{mizan_model: 1, provider: ollama, model: m, base_url: ${server.baseUrl('ollama')}}`);
  const words = ['debate', 'run', 'docs/cases/bakery.yml', '--agents', 'llm', '--model', model, '--id', id];
  const child = spawn(process.execPath, ['core/cli/main.ts', ...words, '--ledger', ledger], {
    cwd: root,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk;
  });
  await asked.promise;
  child.kill('SIGINT');
  expect(await endOf(child)).toBe(1);
  await server.givenUp;
  await server.close();
  expect(out).toContain(`was stopped in round 1; go on with: mizan debate resume ${id} --model FILE`);
  expect(error).toContain('Ctrl-C again ends at once');
  const reader = openLedgerForReading(ledger);
  if (!reader.ok) throw new Error(reader.problem.message);
  const types = reader.value.page({ filter: {}, limit: 500, direction: 'ascending' }).events.map(({ type }) => type);
  expect(types.slice(-4)).toEqual(['agent_run.started', 'run.cancelled', 'agent_run.finished', 'lease.released']);
  reader.value.close();
});
