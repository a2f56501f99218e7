import { join } from 'node:path';
import { _electron as electron } from '@playwright/test';
import { type Home, type OpenConsole, projectRoot } from './console.ts';

const doubleFolder = join(projectRoot, 'test', 'double', 'bin');

/**
 * The desktop shell, as bundled. On the Electron double unless the real binary is asked for; both are found by
 * Playwright through the `electron` package, so nothing else differs.
 */
export async function openDesktopConsole(
  home: Home,
  ledger: string | null,
  runtime: 'double' | 'electron',
): Promise<OpenConsole> {
  if (runtime === 'double') process.env.ELECTRON_OVERRIDE_DIST_PATH = doubleFolder;
  const app = await electron.launch({
    args: [projectRoot, `--user-data-dir=${home.path('user-data')}`, ...(ledger === null ? [] : ['--ledger', ledger])],
    env: { ...home.environment },
  });
  let log = '';
  app.process().stderr?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const page = await app.firstWindow();
  // A window exists a moment before it shows the console.
  await page.waitForURL((url) => url.protocol !== 'about:');
  return { page, app, log: () => withoutDebugger(log), close: () => app.close() };
}

/** What Node and Chromium say to Playwright is not the program's. */
function withoutDebugger(log: string): string {
  return log
    .split('\n')
    .filter((line) => !/^(Debugger|DevTools listening|For help, see|Waiting for the debugger)/.test(line))
    .join('\n')
    .trim();
}
