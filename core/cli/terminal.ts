import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Terminal } from './console.ts';

/** The real terminal of this process. */
export const processTerminal: Terminal = {
  onLine(listener) {
    if (!process.stdin.isTTY) return () => undefined;
    const lines = createInterface({ input: process.stdin, terminal: false }).on('line', listener);
    return () => {
      lines.close();
      // An open terminal would keep the process alive.
      process.stdin.unref();
    };
  },
  untilInterrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    }),
  openAddress(address) {
    const opener = browserOpener();
    if (opener === null) return;
    // A machine without a browser is no error: the address is printed anyway.
    spawn(opener[0], [...opener.slice(1), address], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
  },
};

function browserOpener(): readonly [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}
