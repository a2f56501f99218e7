import { test as base } from '@playwright/test';
import { createHome, type Home, type OpenConsole } from './doors/console.ts';
import { openDesktopConsole } from './doors/desktop.ts';
import { openWebConsole } from './doors/web.ts';

export type Door = 'web' | 'double' | 'electron';

export interface DoorOption {
  /** The way in. Set by the project: every spec runs through each. */
  door: Door;
}

interface Fixtures extends DoorOption {
  readonly home: Home;
  /** Opens the console on a ledger, or where a first start lands. Closed after the test, with nothing on its log. */
  readonly openConsole: (ledger?: string) => Promise<OpenConsole>;
}

export const test = base.extend<Fixtures>({
  door: ['web', { option: true }],
  home: async ({ door }, use) => {
    const home = createHome();
    await use(home);
    home.remove();
    if (door !== 'web') delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
  },
  openConsole: async ({ door, home, browser }, use) => {
    const opened: OpenConsole[] = [];
    await use(async (ledger) => {
      const path = ledger ?? null;
      const console = await (door === 'web'
        ? openWebConsole(home, browser, path)
        : openDesktopConsole(home, path, door));
      opened.push(console);
      await expect(console.page.getByRole('navigation', { name: 'Views' })).toBeVisible();
      return console;
    });
    for (const console of opened) {
      await console.close();
      expect(console.log(), 'the program reports no mistake').toBe('');
    }
  },
});

export const expect = test.expect;
