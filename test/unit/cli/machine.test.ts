import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addMachineCommands } from '../../../core/cli/machine.ts';
import { runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';
import { olderLedgerFile } from '../../fixture/older-ledger.ts';

const family = `
spec: flatmachine
spec_version: "0.7.7"
data:
  name: post
  states:
    write: {machine: letter, transitions: [{to: end}]}
    end: {type: final}
  machines:
    letter:
      spec: flatmachine
      spec_version: "0.7.7"
      data:
        name: letter
        states:
          ask:
            action: human_gate
            input: {title: Send the letter, tool: mail.send}
            transitions: [{to: end}]
          end: {type: final}
`;

/** `mizan machine …` in a folder with the machine of a family, over one ledger. */
function home() {
  const workingFolder = temporaryFolder();
  const states = (name: string, text: string) =>
    writeFileSync(
      join(workingFolder, `${name}.yml`),
      `{spec: flatmachine, spec_version: "0.7.7", data: {name: ${name}, states: {${text}}}}`,
    );
  writeFileSync(join(workingFolder, 'post.yml'), family);
  const ask = 'action: human_gate, input: {title: Send the letter, tool: mail.send}, transitions: [{to: end}]';
  states('letter', `ask: {${ask}}, end: {type: final}`);
  states('end', 'start: {type: final, output: {done: true}}');
  states('stuck', 'start: {transitions: [{condition: "false", to: end}]}, end: {type: final}');
  const environment = { MIZAN_LEDGER: join(workingFolder, 'run.mizan'), XDG_CONFIG_HOME: workingFolder };
  return (...words: readonly string[]) =>
    runCli({ workingFolder, environment }, async (context) => {
      const program = new Command('mizan').exitOverride();
      addMachineCommands(program, context);
      await program.parseAsync(['machine', ...words], { from: 'user' });
    });
}

test('cancel says which runs were cancelled and which gates ask nobody any more', async () => {
  const mizan = home();
  expect(await mizan('run', 'post.yml', '--id', 'r1')).toMatchObject({ code: 0 });
  const run = await mizan('cancel', 'r1');
  expect(run).toMatchObject({ code: 0, error: '' });
  expect(run.out).toMatch(
    /^post \(r1\) is cancelled; so is the run it called: letter \(r1\.0c0\); nobody is asked any more to decide “Send the letter” \(gate-\w+\); it can be resumed\n$/,
  );
});

test('cancel of a called run says what became of the run that waited for it', async () => {
  const mizan = home();
  await mizan('run', 'post.yml', '--id', 'r1');
  const run = await mizan('cancel', 'r1.0c0');
  expect(run.out).toMatch(
    /^letter \(r1\.0c0\) is cancelled; nobody is asked any more to decide .*; post \(r1\), which waited for it, failed: The run r1\.0c0 was cancelled\n$/,
  );
});

test('a line says that a ledger of an older Mizan is brought up to date, once', async () => {
  const mizan = home();
  const ledger = olderLedgerFile('0010');
  const run = () => mizan('run', 'end.yml', '--ledger', ledger);
  expect(await run()).toMatchObject({
    code: 0,
    error: 'mizan: test.mizan is of an older Mizan: it is brought up to date, once\n',
  });
  expect(await run()).toMatchObject({ code: 0, error: '' });
});

test('a run is called by its machine, and what it waits for by its title', async () => {
  const mizan = home();
  const run = await mizan('run', 'post.yml', '--id', 'r1');
  expect(run.out).toBe('post (r1) waits for letter (r1.0c0), which it called; resume it afterwards\n');
  const called = await mizan('show', 'r1.0c0');
  const [, gateId = ''] = /\((gate-\w+)\)/.exec(called.out) ?? [];
  expect(called.out).toMatch(/^machine {2}letter\nrun {6}r1\.0c0\n/);
  expect(called.out).toContain(`\nwaits    for the decision “Send the letter” (${gateId})\n`);
  expect(called.out).toContain(`r1.0c0 waits for the decision “Send the letter” (${gateId})\n`);
  const list = (await mizan('list')).out.split('\n').map((line) => line.split(/ {2,}/));
  expect(list[0]).toStrictEqual(['MACHINE', 'RUN', 'STATUS', 'STATE', 'STEP', 'WAITS FOR']);
  expect(list.map((line) => line.at(-1))).toContain(`the decision “Send the letter” (${gateId})`);
  expect((await mizan('show', 'r1')).out).toContain('\ncalled or launched\nMACHINE');
});

test('a run that waits for a person says how to decide, one that is completed or failed how it ended', async () => {
  const mizan = home();
  const start = (id: string) => mizan('run', 'letter.yml', '--id', id);
  expect((await start('r1')).out).toMatch(
    /^letter \(r1\) waits for the decision “Send the letter” \((gate-\w+)\); decide it with: mizan gate approve \1 --as YOU, or reject\n$/,
  );
  expect((await mizan('run', 'end.yml', '--id', 'r2')).out).toBe(
    'end (r2) is completed after 1 steps: {"done":true}\n',
  );
  expect((await mizan('run', 'stuck.yml', '--id', 'r3')).out).toBe(
    'stuck (r3) failed: No transition of state "start" holds (no_transition, after 0 steps)\n',
  );
});
