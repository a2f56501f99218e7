import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, expect, test } from 'vitest';
import { addMachineCommands } from '../../../core/cli/machine.ts';
import { runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';
import { startWireServer, type WireReply, type WireServer } from '../language-model/wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

const machine = `
spec: flatmachine
spec_version: 0.7.7
data:
  name: greeting
  agents:
    writer:
      spec: flatagent
      spec_version: 0.7.7
      data:
        user: Greet {{ input.name }} in one word.
        output: {word: {type: str}}
  states:
    write:
      type: initial
      agent: writer
      input: {name: "{{ input.name }}"}
      output_to_context: {word: "{{ output.word }}"}
      transitions: [{to: end}]
    end:
      type: final
      output: {word: "{{ context.word }}"}
`;

/** `mizan machine run` with models that answer as the script says. */
async function runMachine(script: readonly WireReply[], provider = 'ollama') {
  server = await startWireServer(script);
  const workingFolder = temporaryFolder();
  writeFileSync(join(workingFolder, 'machine.yml'), machine);
  writeFileSync(
    join(workingFolder, 'profiles.yml'),
    `spec: flatprofiles
spec_version: 0.7.7
data:
  default: small
  model_profiles: {small: {name: tiny, provider: ${provider}, base_url: ${server.baseUrl('ollama')}}}`,
  );
  const environment = { MIZAN_LEDGER: join(workingFolder, 'run.mizan'), XDG_CONFIG_HOME: workingFolder };
  return runCli({ workingFolder, environment }, async (context) => {
    const program = new Command('mizan').exitOverride();
    addMachineCommands(program, context);
    const words = ['machine', 'run', 'machine.yml', '--models', 'profiles.yml', '--input', '{"name":"Ada"}'];
    await program.parseAsync(words, { from: 'user' });
  });
}

test('models answer for the FlatAgents written in a machine', async () => {
  const run = await runMachine([{ kind: 'text', text: '{"word":"Hello"}' }]);
  expect(run).toMatchObject({ code: 0 });
  expect(run.out).toContain('{"word":"Hello"}');
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.body).toMatchObject({ model: 'tiny', messages: [{ content: 'Greet Ada in one word.' }] });
});

test('a run whose model refuses the call ends with the error of the call', async () => {
  const run = await runMachine([{ kind: 'status', status: 404, message: 'no such model' }]);
  expect(run).toMatchObject({ code: 1 });
  expect(run.out).toContain('model-refused');
  expect(run.out).toContain('no such model');
});

test('a provider that is not known is named', async () => {
  const run = await runMachine([], 'magic');
  expect(run.out).toContain('There is no provider "magic"');
});
