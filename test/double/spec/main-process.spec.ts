import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from './launch.ts';

test('a member that the double does not have throws and is named', async ({ app, page }) => {
  await page.title();
  const errors = await app.evaluate((electron) => {
    const asked: Record<string, () => unknown> = {
      'electron.autoUpdater': () => electron.autoUpdater,
      'app.moveToApplicationsFolder': () => electron.app.moveToApplicationsFolder,
      'BrowserWindow.capturePage': () => electron.BrowserWindow.getAllWindows()[0]?.capturePage,
      'webContents.print': () => electron.BrowserWindow.getAllWindows()[0]?.webContents.print,
      'session.setProxy': () => electron.session.defaultSession.setProxy,
    };
    return Object.entries(asked).map(([name, ask]) => {
      try {
        ask();
        return `${name} is there`;
      } catch (error) {
        return String(error).includes(`no ${name}`) ? name : String(error);
      }
    });
  });
  expect(errors).toEqual([
    'electron.autoUpdater',
    'app.moveToApplicationsFolder',
    'BrowserWindow.capturePage',
    'webContents.print',
    'session.setProxy',
  ]);
});

test('app knows its name, version and folders', async ({ app, page }) => {
  await page.title();
  const about = await app.evaluate(({ app: shell }) => [shell.getName(), shell.getVersion(), shell.getAppPath()]);
  expect(about).toEqual(['Double Spec', '1.2.3', join(import.meta.dirname, 'app')]);
});

test('a second process is turned away and its wish is heard', async ({ app, executablePath, page }) => {
  await page.title();
  const userData = await app.evaluate(({ app: shell }) => shell.getPath('userData'));
  const wish = app.evaluate(
    ({ app: shell }) =>
      new Promise<string[]>((resolve) => {
        shell.requestSingleInstanceLock();
        shell.once('second-instance', (_event, argv) => resolve(argv));
      }),
  );
  const second = spawn(
    executablePath,
    [join(import.meta.dirname, 'app', 'second.cjs'), `--user-data-dir=${userData}`, '--wish'],
    { env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }, stdio: 'ignore' },
  );
  const code = await new Promise((resolve) => second.on('exit', resolve));
  expect(code).toBe(7);
  expect(await wish).toContain('--wish');
});

test('windows keep their state and tell its changes', async ({ app, page }) => {
  await page.title();
  const told = await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    const heard: string[] = [];
    if (window === undefined) return heard;
    for (const name of [
      'maximize',
      'unmaximize',
      'minimize',
      'restore',
      'resize',
      'move',
      'hide',
      'show',
      'blur',
      'focus',
    ]) {
      window.on(name as 'maximize', () => heard.push(name));
    }
    window.maximize();
    window.unmaximize();
    window.focus();
    window.minimize();
    window.restore();
    window.setBounds({ x: 5, y: 6, width: 700, height: 500 });
    window.hide();
    window.show();
    return [...heard, JSON.stringify(window.getBounds())];
  });
  expect(told).toEqual([
    'maximize',
    'unmaximize',
    'focus',
    'blur',
    'minimize',
    'restore',
    'move',
    'resize',
    'hide',
    'show',
    'focus',
    '{"x":5,"y":6,"width":700,"height":500}',
  ]);
});

test('quitting asks every window, and one may refuse', async ({ app, page }) => {
  await page.title();
  const told = await app.evaluate(({ app: shell, BrowserWindow }) => {
    const heard: string[] = [];
    for (const name of ['before-quit', 'will-quit', 'window-all-closed'] as const) {
      shell.on(name as 'before-quit', () => heard.push(name));
    }
    BrowserWindow.getAllWindows()[0]?.once('close', (event) => event.preventDefault());
    shell.quit();
    return [...heard, BrowserWindow.getAllWindows().length];
  });
  expect(told).toEqual(['before-quit', 1]);
});

test('menu items are clicked by id, dialogs take scripted answers, notifications are recorded', async ({
  app,
  page,
}) => {
  await page.title();
  const outcome = await app.evaluate(async ({ dialog, Menu, Notification }) => {
    const { electronDouble } = globalThis as unknown as {
      electronDouble: { answers: { open: object[] }; notifications: { title: string; click(): void }[] };
    };
    const clicked: string[] = [];
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        { label: 'File', submenu: [{ id: 'open', label: 'Open', click: () => clicked.push('open') }] },
      ]),
    );
    Menu.getApplicationMenu()?.getMenuItemById('open')?.click();
    electronDouble.answers.open.push({ canceled: false, filePaths: ['/data/a.mizan'] });
    const first = await dialog.showOpenDialog({});
    const second = await dialog.showOpenDialog({});
    const notification = new Notification({ title: 'waiting', body: 'x' });
    notification.on('click', () => clicked.push('notification'));
    notification.show();
    electronDouble.notifications[0]?.click();
    return { clicked, first: first.filePaths, second: second.canceled };
  });
  expect(outcome).toEqual({ clicked: ['open', 'notification'], first: ['/data/a.mizan'], second: true });
});

test('safeStorage gives back what it sealed, and only that', async ({ app, page }) => {
  await page.title();
  const outcome = await app.evaluate(({ safeStorage }) => {
    const sealed = safeStorage.encryptString('seed');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    let refused = false;
    try {
      safeStorage.decryptString(changed);
    } catch {
      refused = true;
    }
    return [safeStorage.decryptString(sealed), sealed.includes('seed'), refused];
  });
  expect(outcome).toEqual(['seed', false, true]);
});
