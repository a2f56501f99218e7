import { Command } from 'commander';
import { systemClock, systemRandom } from '../world/index.ts';
import { addCommands } from './commands.ts';
import type { CliContext } from './context.ts';
import { version } from './version.ts';

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const context: CliContext = {
  environment: process.env,
  workingFolder: process.cwd(),
  clock: systemClock,
  random: systemRandom,
  interactive: process.stderr.isTTY === true,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  readInput,
  exitWith: (code) => {
    process.exitCode = code;
  },
};

const program = new Command('mizan')
  .description('Weigh what AI agents claim, decide what is left, keep a ledger that shows tampering.')
  .version(version)
  .showHelpAfterError()
  // Commander leaves with 1 on a wrong command line; here 1 means "checked and false".
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

// `mizan … | head` closes the pipe when it has read enough: nobody wants the rest, and the work itself goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await addCommands(program, context, process.argv.slice(2));
await program.parseAsync();
