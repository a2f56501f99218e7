/** `npm start`: builds the console where that is needed, then opens it in a window, or serves it to a browser. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findDesktopDoor } from './desktop-door.ts';
import { bundleElectron } from './electron-bundle.ts';
import { readOptions } from './read-options.ts';
import { ensureRendererBundle } from './renderer-bundle.ts';
import { projectRoot } from './run-command.ts';

const usage = 'Use: npm start -- [--door=desktop|web] [--ledger FILE] [--port N] [--no-open]';

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}

function giveUp(message: string): never {
  process.stderr.write(`mizan: ${message}\n`);
  process.exit(2);
}

/** Electron's program when the desktop door is to be opened, null for the web door. */
function chooseDoor(wanted: string | undefined): string | null {
  if (wanted !== undefined && wanted !== 'desktop' && wanted !== 'web') {
    giveUp(`there is no door ${JSON.stringify(wanted)}\n${usage}`);
  }
  if (wanted === 'web') return null;
  const desktop = findDesktopDoor({
    environment: process.env,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    projectRoot,
    exists: existsSync,
  });
  if (desktop.possible) return desktop.program;
  if (wanted === 'desktop')
    giveUp(`The desktop door cannot open: ${desktop.why}. \`npm start\` serves a browser instead.`);
  return null;
}

async function buildConsole(): Promise<void> {
  const bundle = await ensureRendererBundle(() => say('Building the console (once, and after its sources change) …'));
  if (bundle.state === 'failed') giveUp(`the console could not be built:\n${bundle.output}`);
  if (bundle.state === 'built') say(`Built in ${(bundle.milliseconds / 1000).toFixed(1)} s.`);
}

/** Hands the terminal to the console and ends as it ends. */
function become(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { cwd: projectRoot, stdio: 'inherit' });
  let wasAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      wasAsked = true;
      child.kill(signal);
    });
  }
  child.on('error', (error) => giveUp(`${program} did not start: ${error.message}`));
  // The terminal sends Ctrl-C to every process here, so a second one can meet the console when it has closed already.
  child.on('exit', (code) => process.exit(code ?? (wasAsked ? 0 : 1)));
}

const options = readOptions(
  {
    options: {
      door: { type: 'string' },
      ledger: { type: 'string' },
      port: { type: 'string' },
      open: { type: 'boolean', default: true },
    },
    allowNegative: true,
  },
  usage,
  giveUp,
);
// npm runs this in the project; the person's own folder is where the file's name counts from.
const ledger = options.ledger === undefined ? [] : ['--ledger', resolve(process.env.INIT_CWD ?? '.', options.ledger)];
const electron = chooseDoor(options.door);
await buildConsole();
if (electron === null) {
  const port = options.port === undefined ? [] : ['--port', options.port];
  const open = options.open ? [] : ['--no-open'];
  become(process.execPath, ['core/cli/main.ts', 'console', ...ledger, ...port, ...open]);
} else {
  await bundleElectron();
  become(electron, ['.', ...ledger]);
}
