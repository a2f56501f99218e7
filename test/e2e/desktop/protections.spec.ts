// What the shell keeps out. Shown on the Electron double; run on the real binary where there is one.
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { projectRoot } from '../doors/console.ts';
import { expect, test } from '../fixture.ts';

const preload = join(projectRoot, 'dist', 'electron', 'preload.cjs');

function needed(app: ElectronApplication | null): ElectronApplication {
  if (app === null) throw new Error('this spec needs the desktop shell');
  return app;
}

/** A window with our preload script, as an attacker who controls a page would like to have one. */
async function openStranger(app: ElectronApplication, address: string, body: string): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(
    async ({ BrowserWindow, session }, given) => {
      const headers = { 'content-type': 'text/html' };
      const scheme = new URL(given.address).protocol.slice(0, -1);
      // Stands in for the network, which the shell does not let a page reach.
      session.defaultSession.webRequest.onBeforeRequest((_details, answer) => answer({}));
      if (scheme !== 'app') session.defaultSession.protocol.handle(scheme, () => new Response(given.body, { headers }));
      const window = new BrowserWindow({
        webPreferences: { preload: given.preload, sandbox: true, nodeIntegrationInSubFrames: true },
      });
      await window.loadURL(given.address);
    },
    { address, body, preload },
  );
  const page = await opened;
  // The empty document that a window begins with is loaded too, and goes away.
  await page.waitForURL(({ protocol }) => protocol !== 'about:');
  return page;
}

const ask = "window.mizan.request('session.get', {}).then(() => 'answered', (error) => error.message)";

test('the page sees two frozen functions and nothing else of the shell', async ({ openConsole }) => {
  const { page } = await openConsole();
  const seen = await page.evaluate(`({
    bridge: Object.keys(window.mizan).sort(),
    frozen: Object.isFrozen(window.mizan),
    node: [typeof require, typeof process, typeof module, typeof Buffer],
  })`);
  expect(seen).toEqual({
    bridge: ['request', 'subscribe'],
    frozen: true,
    node: ['undefined', 'undefined', 'undefined', 'undefined'],
  });
});

test('a page of another origin is refused, though it has the bridge', async ({ openConsole }) => {
  const app = needed((await openConsole()).app);
  const stranger = await openStranger(app, 'https://evil.example/', '<h1>evil</h1>');
  expect(await stranger.evaluate(ask)).toContain('Request refused');
});

test('a window that the shell did not make is refused, though it shows the console', async ({ openConsole }) => {
  const app = needed((await openConsole()).app);
  const stranger = await openStranger(app, 'app://console/index.html', '');
  expect(await stranger.evaluate(ask)).toContain('Request refused');
});

test('a sub-frame is refused, and the console refuses to be one', async ({ openConsole }) => {
  const app = needed((await openConsole()).app);
  const body = '<h1>evil</h1><iframe srcdoc="<p>inner</p>"></iframe><iframe src="app://console/index.html"></iframe>';
  const stranger = await openStranger(app, 'https://evil.example/', body);
  const answers = await stranger.evaluate(`Promise.all([...document.querySelectorAll('iframe')].map(async (frame) => {
    try { return await frame.contentWindow.mizan.request('session.get', {}).catch((error) => error.message); }
    catch (error) { return error.name; }
  }))`);
  // The second is refused by the shell, or not even reached, depending on how far its loading came.
  expect(answers).toEqual([
    expect.stringContaining('Request refused'),
    expect.stringMatching(/Request refused|SecurityError/),
  ]);
});

test('no request changes what the host holds when it comes malformed', async ({ openConsole }) => {
  const { page } = await openConsole();
  const codes = await page.evaluate(`Promise.all([
    window.mizan.request('session.get', { extra: 1 }),
    window.mizan.request('session.get', JSON.parse('{"__proto__": {}}')),
    window.mizan.request('no.such', {}),
    window.mizan.request('workspace.open', { path: 5 }),
    window.mizan.request(5, {}),
  ]).then((replies) => replies.map((reply) => reply.ok || reply.problem.code))`);
  expect(codes).toEqual(['input-invalid', 'input-invalid', 'unknown-operation', 'input-invalid', 'request-malformed']);
});

test('the console stays where it is', async ({ openConsole }) => {
  const console = await openConsole();
  const app = needed(console.app);
  const address = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
  const before = await address();
  await console.page.evaluate("location.href = 'https://evil.example/'");
  await console.page.evaluate("location.href = '/assets/other.html'");
  await console.page.evaluate("void window.open('https://evil.example/')");
  await console.page.evaluate("void window.open('/index.html', '_blank')");
  await console.page.evaluate(`(() => {
    const link = Object.assign(document.createElement('a'), { href: 'https://evil.example/', target: '_blank' });
    document.body.append(link);
    link.click();
    link.remove();
  })()`);
  expect(await console.page.evaluate('window.mizan.request("session.get", {}).then((reply) => reply.ok)')).toBe(true);
  expect(await address()).toBe(before);
  await expect.poll(() => app.windows().length).toBe(1);
});

test('permissions are denied, but copying', async ({ openConsole }) => {
  const { page } = await openConsole();
  const states = await page.evaluate(`Promise.all(
    ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write', 'midi'].map(
      async (name) => [name, (await navigator.permissions.query({ name })).state],
    ),
  ).then(Object.fromEntries)`);
  expect(states).toEqual({
    geolocation: 'denied',
    notifications: 'denied',
    camera: 'denied',
    microphone: 'denied',
    'clipboard-read': 'denied',
    'clipboard-write': 'granted',
    midi: 'denied',
  });
});

test('nothing outside the bundle is served', async ({ openConsole }) => {
  const { page } = await openConsole();
  const statuses = await page.evaluate(`Promise.all(
    ['/index.html', '/%2e%2e/electron/main.js', '/..%2felectron%2fmain.js', '/none.js', '/%00.js'].map(async (path) => {
      const response = await fetch(path);
      return [response.status, response.headers.get('content-security-policy') !== null];
    }),
  )`);
  expect(statuses).toEqual([
    [200, true],
    [404, true],
    [403, true],
    [404, true],
    [403, true],
  ]);
});

test('an unknown member of Electron is an error here, never a silence', async ({ openConsole, door }) => {
  test.skip(door === 'electron', 'only the double has this');
  const app = needed((await openConsole()).app);
  const message = await app.evaluate(({ app: shell }) => {
    try {
      return String(shell.showAboutPanel);
    } catch (error) {
      return String(error);
    }
  });
  expect(message).toContain('The Electron double has no app.showAboutPanel');
});
