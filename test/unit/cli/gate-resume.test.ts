import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addDebateCommands } from '../../../core/cli/debate.ts';
import { addGateCommands } from '../../../core/cli/gate.ts';
import { addMachineCommands } from '../../../core/cli/machine.ts';
import { addReviewerCommands } from '../../../core/cli/reviewer.ts';
import { runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';

const bakery = join(import.meta.dirname, '../../../docs/cases/bakery.yml');
const debateId = '0deba7e0-0000-4000-8000-000000000001';

/** A machine that asks a person and then goes to the state `next`. */
const asking = (next: string) => `
spec: flatmachine
spec_version: "0.7.7"
data:
  name: letter
  states:
    ask:
      action: human_gate
      input: {title: Send the letter, tool: mail.send}
      transitions: [{condition: context.gate.state == "approved", to: ${next}}, {to: refused}]
    send: {action: send, transitions: [{to: sent}]}
    sent: {type: final}
    refused: {type: final}
`;

const answered =
  'refused: {type: final, output: {said: "{{ context.gate.reason }}", state: "{{ context.gate.state }}"}}';

/** A person `sam` at a terminal of their own, with one ledger. */
async function home() {
  const workingFolder = temporaryFolder();
  const environment = {
    MIZAN_LEDGER: join(workingFolder, 'run.mizan'),
    XDG_CONFIG_HOME: workingFolder,
    MIZAN_PASSPHRASE: 'sam passphrase',
  };
  const never = () => ({ signal: new AbortController().signal, release: () => undefined });
  const mizan = (words: readonly string[], typed: readonly string[] = []) =>
    runCli({ workingFolder, environment, typed }, async (context, prompt) => {
      const program = new Command('mizan').exitOverride();
      addGateCommands(program, context, prompt);
      addReviewerCommands(program, context, prompt);
      addMachineCommands(program, context);
      addDebateCommands(program, context, never);
      await program.parseAsync([...words], { from: 'user' });
    });
  await mizan(['reviewer', 'add', 'sam', '--name', 'Sam', '--role', 'ADMIN']);
  const gateId = async (): Promise<string> =>
    (JSON.parse((await mizan(['gate', 'list', '--json'])).out) as { gates: { gate_id: string }[] }).gates[0]?.gate_id ??
    '';
  const decide = async (...words: readonly string[]) => {
    const [verb = '', ...rest] = words;
    const run = await mizan(['gate', verb, await gateId(), '--as', 'sam', ...rest], ['yes']);
    expect(run).toMatchObject({ code: 0 });
    return run.out.trimEnd().split('\n').at(-1);
  };
  const start = async (machine: string) => {
    writeFileSync(join(workingFolder, 'letter.yml'), machine);
    expect(await mizan(['machine', 'run', 'letter.yml', '--id', 'r1'])).toMatchObject({ code: 0 });
  };
  const ledger = environment.MIZAN_LEDGER;
  return { mizan, decide, start, ledger };
}

test.each([
  [['approve'], '"state": "sent"'],
  [['reject', '--reason', 'not yet'], '"state": "refused"'],
])('a decision lets the run go on: %j', async (words, state) => {
  const { mizan, decide, start } = await home();
  await start(asking('sent'));
  expect(await decide(...words)).toBe('letter (r1) is completed');
  expect((await mizan(['machine', 'show', 'r1', '--json'])).out).toContain(state);
});

test('an answer reaches the machine, and is no approval', async () => {
  const { mizan, decide, start } = await home();
  await start(asking('sent').replace('refused: {type: final}', answered));
  expect(await decide('respond', '--reason', 'ask the board first')).toBe('letter (r1) is completed');
  expect((await mizan(['machine', 'resume', 'r1'])).out).toContain(
    '{"said":"ask the board first","state":"responded"}',
  );
});

test('a run that needs a program goes on up to it, and the command that goes on further is printed', async () => {
  const { mizan, decide, start, ledger } = await home();
  await start(asking('send'));
  expect(await decide('approve')).toBe(
    'letter (r1) waits for the action send; go on with: ' +
      `mizan machine resume r1 --action "send=COMMAND" --ledger ${ledger}`,
  );
  expect((await mizan(['machine', 'show', 'r1', '--json'])).out).toContain('"waiting_for": "action:send"');
});

test('a debate of rules goes on', async () => {
  const { mizan, decide } = await home();
  expect((await mizan(['debate', 'run', bakery, '--id', debateId])).out).toContain(
    'decide it with: mizan gate approve',
  );
  expect(await decide('reject', '--reason', 'The newspaper only repeats the press release')).toMatch(
    /^The debate “.+” has ended$/,
  );
});

test('nothing goes on after one vote of two', async () => {
  const { decide, start, mizan } = await home();
  await start(asking('sent').replace('tool: mail.send', 'tool: mail.send, policy: {quorum: 2}'));
  expect(await decide('approve')).toMatch(/ is pending\. The decision is event \d+\.$/);
  expect((await mizan(['machine', 'show', 'r1', '--json'])).out).toContain('"status": "parked"');
});
