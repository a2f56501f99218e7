// One window for each ledger, notifications without focus, the menu, and an orderly end.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { type Home, projectRoot } from '../doors/console.ts';
import { expect, test } from '../fixture.ts';
import { createLedger } from '../ledgers/create-ledger.ts';

function needed(app: ElectronApplication | null): ElectronApplication {
  if (app === null) throw new Error('this spec needs the desktop shell');
  return app;
}

const executable = join(projectRoot, 'test', 'double', 'bin', 'electron');

/** Starts Mizan once more for the same person; resolves when that process has ended. */
function startAgain(home: Home, ledger: string): Promise<number | null> {
  const args = [projectRoot, `--user-data-dir=${home.path('user-data')}`, '--ledger', ledger];
  const child = spawn(executable, args, { env: home.environment, stdio: 'ignore' });
  return new Promise((resolve) => child.on('exit', resolve));
}

const titles = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isFocused()));

test('a second start shows the window of its ledger, or makes one for another ledger', async ({
  home,
  openConsole,
  door,
}) => {
  test.skip(door !== 'double', 'starts the double’s executable');
  const first = createLedger(home, 'first.mizan');
  const second = createLedger(home, 'second.mizan');
  const app = needed((await openConsole(first.path)).app);
  expect(await startAgain(home, first.path)).toBe(0);
  expect(await titles(app)).toHaveLength(1);
  const opened = app.waitForEvent('window');
  expect(await startAgain(home, second.path)).toBe(0);
  const window = await opened;
  await window.waitForURL((url) => url.protocol !== 'about:');
  const shown = await window.evaluate(
    "window.mizan.request('session.get', {}).then((reply) => reply.value.workspace.path)",
  );
  expect(shown).toBe(second.path);
  expect(await titles(app)).toEqual([false, true]);
  const refused = await window.evaluate(
    `window.mizan.request('workspace.open', { path: ${JSON.stringify(first.path)} })
      .then((reply) => reply.problem?.code)`,
  );
  expect(refused).toBe('ledger-in-other-window');
  expect(await titles(app)).toEqual([true, false]);
});

test('a new gate is announced and takes no focus', async ({ home, openConsole, door }) => {
  test.skip(door !== 'double', 'reads what the double recorded');
  const ledger = createLedger(home, 'gates.mizan');
  const console = await openConsole(ledger.path);
  const app = needed(console.app);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  ledger.openGate({ title: 'agent <b>x</b> wants to land its change' });
  const shown = () =>
    app.evaluate(() => {
      const { notifications } = (globalThis as unknown as { electronDouble: { notifications: { body: string }[] } })
        .electronDouble;
      return notifications.map((one) => one.body);
    });
  await expect.poll(shown).toEqual(['agent &lt;b&gt;x&lt;/b&gt; wants to land its change']);
  expect(await titles(app)).toEqual([false]);
  await expect.poll(() => app.evaluate(({ app: shell }) => shell.getBadgeCount())).toBe(1);
  await app.evaluate(() => {
    const { notifications } = (globalThis as unknown as { electronDouble: { notifications: { click(): void }[] } })
      .electronDouble;
    notifications[0]?.click();
  });
  expect(await titles(app)).toEqual([true]);
});

test('the menu opens the ledger that the dialog gives', async ({ home, openConsole }) => {
  const ledger = createLedger(home, 'chosen.mizan');
  const console = await openConsole();
  await needed(console.app).evaluate(({ dialog, Menu }, path) => {
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
    Menu.getApplicationMenu()?.getMenuItemById('open-ledger')?.click();
  }, ledger.path);
  const workspace = () =>
    console.page.evaluate("window.mizan.request('session.get', {}).then((reply) => reply.value.workspace?.path)");
  await expect.poll(workspace).toBe(ledger.path);
});

test('a ledger that cannot be opened is said, and the console is there all the same', async ({
  home,
  openConsole,
  door,
}) => {
  test.skip(door !== 'double', 'reads what the double recorded');
  const console = await openConsole(home.path('none.mizan'));
  const asked = () =>
    needed(console.app).evaluate(() => {
      const { dialogs } = (globalThis as unknown as { electronDouble: { dialogs: { options: { message: string } }[] } })
        .electronDouble;
      return dialogs.map((one) => one.options.message);
    });
  await expect.poll(asked).toEqual(['The ledger could not be opened']);
  await expect(console.page.getByRole('main')).toBeVisible();
});

test('the window remembers where it was', async ({ home, openConsole }) => {
  const app = needed((await openConsole()).app);
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    window?.setBounds({ x: 40, y: 30, width: 900, height: 700 });
    window?.close();
  });
  const file = home.path('user-data/window.json');
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    bounds: { x: 40, y: 30, width: 900, height: 700 },
    maximized: false,
  });
});
