import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addMachineCommands } from '../../../core/cli/machine.ts';
import { runCli } from '../../fixture/cli.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';

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
  writeFileSync(join(workingFolder, 'post.yml'), family);
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
