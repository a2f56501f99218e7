import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addDebateCommands } from '../../../core/cli/debate.ts';
import { type CliRun, runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';
import { startWireServer } from '../language-model/wire-server.ts';

const cases = join(import.meta.dirname, '../../../docs/cases');
const id = '0deba7e0-0000-4000-8000-000000000009';

function world() {
  const folder = temporaryFolder();
  const places = {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    MIZAN_LEDGER: join(folder, 'a.mizan'),
  };
  return { environment: places, workingFolder: cases };
}

function mizan(place: ReturnType<typeof world>, ...words: readonly string[]): Promise<CliRun> {
  return interrupted(place, null, ...words);
}

/** The same, for a person who interrupts the work as soon as the program has told of this step. */
function interrupted(
  place: ReturnType<typeof world>,
  step: string | null,
  ...words: readonly string[]
): Promise<CliRun> {
  const controller = new AbortController();
  return runCli(place, async (context) => {
    const error = (text: string) => {
      // As the process is told: when the event loop turns.
      if (step !== null && text.includes(step)) setImmediate(() => controller.abort());
      if (step === null) context.error(text);
    };
    const program = new Command('mizan').exitOverride();
    const interruption = { signal: controller.signal, release: () => undefined };
    addDebateCommands(program, { ...context, interactive: step !== null, error }, () => interruption);
    await program.parseAsync(['debate', ...words], { from: 'user' });
  });
}

test('a case is debated until a person is needed, listed, shown and exported', async () => {
  const place = world();
  const run = await mizan(place, 'run', 'bakery.yml', '--id', id);
  expect(run.code).toBe(0);
  expect(run.out).toContain('waits for a person in round 1');
  expect(run.out).toMatch(/decide it with: mizan gate approve gate-\w+ --as YOU/);
  expect((await mizan(place, 'list')).out).toContain('parked');
  const shown = JSON.parse((await mizan(place, 'show', id, '--json')).out);
  expect(shown.row).toMatchObject({ debate_id: id, agents: 'rules', status: 'parked' });
  const { out: text } = await mizan(place, 'show', id);
  const said = 'round 1  UPHELD  INCONSISTENCY, said by the sanad breaker';
  const why = 'Done again, the check finds it: The calculation behind "Net revenue grew by 26%';
  expect(text).toMatch(new RegExp(`${said}\n {4}why {8}${why}[^\n]*\n {4}id {9}sanad_breaker-1-2\n`));
  expect(text).toContain('    challenge  The chain of "90% of the customers came back');
  const { out } = await mizan(place, 'export', id);
  expect(out).toContain('### sanad breaker: challenge');
  expect(out).toContain('**CIRCULARITY**');
  expect((await mizan(place, 'resume', id)).out).toContain('waits for a person');
});

test('rules that compute hear an interruption between two steps, and go on later', async () => {
  const place = world();
  const run = await interrupted(place, 'contradiction', 'run', 'bakery.yml', '--id', id);
  expect([run.code, run.out]).toStrictEqual([1, expect.stringContaining('was stopped in round 1')]);
  expect((await mizan(place, 'resume', id)).out).toContain('waits for a person in round 1');
});

test('an interruption after a person was asked takes the question back, and says so', async () => {
  const place = world();
  const run = await interrupted(place, 'closing', 'run', 'bakery.yml', '--id', id);
  const [, gateId] = /gate {5}(gate-\w+): .*\n {9}was taken back; nobody is asked/.exec(run.out) ?? [];
  expect([run.code, gateId]).toStrictEqual([1, expect.stringMatching(/./)]);
  expect(run.out).not.toContain('decide it with');
  const { out } = await mizan(place, 'resume', id);
  expect(out).toContain('waits for a person in round 1');
  expect(/gate (gate-\w+)/.exec(out.replace(/ +/g, ' '))?.[1]).not.toBe(gateId);
  expect(out).not.toContain('was taken back');
});

test('a case with problems is refused, each problem with its place', async () => {
  const place = world();
  const file = join(place.environment.HOME, 'bad.yml');
  writeFileSync(file, 'mizan_case: 1\nclaims: []\n');
  const run = await mizan(place, 'run', file);
  expect(run.code).toBe(2);
  expect(run.error).toContain('bad.yml:');
  expect(run.error).toContain('mizan case check');
});

test('a model that nobody named, a debate that nobody held', async () => {
  const place = world();
  const run = await mizan(place, 'run', 'bakery.yml', '--agents', 'llm');
  expect([run.code, run.error]).toStrictEqual([2, expect.stringContaining('option-missing')]);
  const misnamed = await mizan(place, 'run', 'bakery.yml', '--agents', 'llm', '--model', 'local');
  expect([misnamed.code, misnamed.error]).toStrictEqual([2, expect.stringContaining('model-unknown')]);
  const unknown = await mizan(place, 'resume', id);
  expect([unknown.code, unknown.error]).toStrictEqual([2, expect.stringContaining('debate-unknown')]);
});

test('a debate is played again from its record', async () => {
  const place = world();
  await mizan(place, 'run', 'bakery.yml', '--id', id);
  const missing = await mizan(place, 'run', 'bakery.yml', '--agents', 'replay');
  expect([missing.code, missing.error]).toStrictEqual([2, expect.stringContaining('option-missing')]);
  const again = await mizan(place, 'run', 'bakery.yml', '--agents', 'replay', '--of', id);
  expect([again.code, again.error]).toStrictEqual([0, '']);
  const listed = JSON.parse((await mizan(place, 'list', '--json')).out) as { rows: { debate_id: string }[] };
  // It knows the record that it plays.
  const resumed = await mizan(place, 'resume', listed.rows[0]?.debate_id ?? '');
  expect([resumed.code, resumed.error]).toStrictEqual([0, '']);
  const rows = JSON.parse((await mizan(place, 'list', '--json')).out).rows as { messages: number; agents: string }[];
  expect(rows.map(({ agents }) => agents)).toStrictEqual(['replay', 'rules']);
  expect(rows[0]?.messages).toBe(rows[1]?.messages);
});

test('a debate whose model refuses the call stays where it is, and goes on when it is mended', async () => {
  const place = world();
  let refuses = true;
  const server = await startWireServer(() =>
    refuses ? { kind: 'status', status: 404, message: 'no such model' } : { kind: 'text', text: 'I would rather not.' },
  );
  const folder = join(place.environment.XDG_CONFIG_HOME, 'mizan', 'models');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'local.yml');
  writeFileSync(file, `{mizan_model: 1, provider: ollama, model: m, base_url: ${server.baseUrl('ollama')}}`);
  const run = await mizan(place, 'run', 'bakery.yml', '--agents', 'llm', '--model', file, '--id', id);
  expect(run.code).toBe(1);
  expect(run.out).toContain('failed: model-refused');
  expect(run.out).toContain(`mizan debate resume ${id} --model FILE`);
  refuses = false;
  const resumed = await mizan(place, 'resume', id, '--model', 'local');
  expect(resumed.out).toContain('CRITICAL_DEFECT');
  expect((await mizan(place, 'show', id)).out).toContain('model    2 calls, 2000 tokens in, 100 out, cost unknown');
  await server.close();
});
