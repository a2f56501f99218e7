/** `npm start`: builds the console where that is needed, then opens it. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureRendererBundle } from './renderer-bundle.ts';
import { projectRoot } from './run-command.ts';

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}

function giveUp(message: string): never {
  process.stderr.write(`mizan: ${message}\n`);
  process.exit(2);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        ledger: { type: 'string' },
        port: { type: 'string' },
        open: { type: 'boolean', default: true },
      },
      allowNegative: true,
    });
    return values;
  } catch (error) {
    return giveUp(
      `${error instanceof Error ? error.message : String(error)}\nUse: npm start -- [--ledger FILE] [--port N] [--no-open]`,
    );
  }
}

const options = readOptions();
const bundle = await ensureRendererBundle(() => say('Building the console (once, and after its sources change) …'));
if (bundle.state === 'failed') giveUp(`the console could not be built:\n${bundle.output}`);
if (bundle.state === 'built') say(`Built in ${(bundle.milliseconds / 1000).toFixed(1)} s.`);

const args = ['console'];
// npm runs this in the project; the person's own folder is where the file's name counts from.
if (options.ledger !== undefined) args.push('--ledger', resolve(process.env.INIT_CWD ?? '.', options.ledger));
if (options.port !== undefined) args.push('--port', options.port);
if (!options.open) args.push('--no-open');
const child = spawn(process.execPath, ['core/cli/main.ts', ...args], { cwd: projectRoot, stdio: 'inherit' });
// The terminal sends Ctrl-C to both; this process waits until the console has closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
