import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  process.on('exit', stop);
  return { address: await announcedAddress(child), stop };
}

function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`Chromium cannot be started (${executable}): ${error.message}`)));
    child.on('exit', (code) => reject(new Error(`Chromium ended with code ${code}`)));
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
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
