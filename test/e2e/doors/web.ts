import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Browser } from '@playwright/test';
import { type Home, type OpenConsole, projectRoot } from './console.ts';

/** `mizan console` on a free port, and its address in a new browser context. */
export async function openWebConsole(home: Home, browser: Browser, ledger: string | null): Promise<OpenConsole> {
  const args = ['core/cli/main.ts', 'console', '--no-open', ...(ledger === null ? [] : ['--ledger', ledger])];
  const server = spawn(process.execPath, args, { cwd: projectRoot, env: home.environment });
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /^Mizan is ready: (\S+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    server.on('exit', (code) => reject(new Error(`mizan console ended with code ${code}: ${log}`)));
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  return {
    page,
    app: null,
    log: () => log,
    async close() {
      await context.close();
      server.kill('SIGTERM');
      await ended;
    },
  };
}
