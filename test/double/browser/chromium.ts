import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Lines of Chromium's own that are shown when it ends by itself. */
const keptLines = 30;
const executable = process.env.MIZAN_CHROMIUM ?? '/usr/bin/chromium';
/** Offline, quiet, a window only when asked for. */
const fixedSwitches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Frames of every origin in one process, so that one DevTools session sees them all.
  '--disable-features=IsolateOrigins,site-per-process',
  '--remote-debugging-port=0',
];

export interface Chromium {
  readonly address: string;
  /** Ends the process and removes its profile. Synchronous, so that it also works while this process exits. */
  stop(): void;
}

/**
 * Starts Debian's Chromium with a fresh profile. Its address is echoed on standard error, where Playwright waits for
 * it.
 */
export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'electron-double-'));
  const child = spawn(executable, [...fixedSwitches, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let stopped = false;
  const stop = () => {
    stopped = true;
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.on('exit', stop);
  const said: string[] = [];
  child.on('close', (code, signal) => {
    if (stopped) return;
    // Without its browser an app would wait for nothing, and end without a word.
    process.stderr.write(`The Electron double's Chromium ended (${signal ?? `code ${code}`}):\n${said.join('\n')}\n`);
    process.exit(1);
  });
  return { address: await announcedAddress(child, said), stop };
}

function announcedAddress(child: ChildProcess, said: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`Chromium cannot be started (${executable}): ${error.message}`)));
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (said.length > keptLines) said.shift();
      const address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1];
      if (address === undefined) return;
      process.stderr.write(`${line}\n`);
      resolve(address);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
