import { expect, test } from './launch.ts';

test('the content security policy of the response is enforced', async ({ page }) => {
  expect(await page.evaluate('typeof inlineRan')).toBe('undefined');
  const blocked = await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    const image = new Image();
    image.src = 'https://evil.example/pixel.png';
  })`);
  expect(blocked).toBe('img-src');
});

test('the shell is asked about navigations of the page, not about its own', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-navigate', (event) => {
      asked.push(event.url);
      event.preventDefault();
    });
  });
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  await page.evaluate("location.href = 'https://evil.example/'");
  // The browser drops a navigation that another one overtakes before it was asked about.
  await expect.poll(asked).toEqual(['https://evil.example/']);
  await page.evaluate("location.href = '/other.html'");
  await expect.poll(asked).toEqual(['https://evil.example/', 'app://spec/other.html']);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())).toBe(
    'app://spec/index.html',
  );
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://spec/third.html'));
  expect(await asked()).toHaveLength(2);
});

test('a window that a page opens is closed before it loads', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    BrowserWindow.getAllWindows()[0]?.webContents.setWindowOpenHandler(({ url }) => {
      opened.push(url);
      return { action: 'deny' };
    });
  });
  await page.evaluate("void window.open('app://spec/popup.html')");
  await page.evaluate("void window.open('https://evil.example/')");
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await expect.poll(opened).toEqual(['app://spec/popup.html', 'https://evil.example/']);
  await expect.poll(() => app.windows().length).toBe(1);
});

test('there is no network: a request nobody handles is refused and named', async ({ app }) => {
  const failed = app.evaluate(({ BrowserWindow }) =>
    new BrowserWindow().loadURL('https://nowhere.example/').then(
      () => 'loaded',
      (error: Error) => error.message,
    ),
  );
  expect(await failed).toContain('ERR_INTERNET_DISCONNECTED');
  const refused = await app.evaluate(
    () => (globalThis as unknown as { electronDouble: { refusedRequests: string[] } }).electronDouble.refusedRequests,
  );
  expect(refused).toContain('https://nowhere.example/');
});

test('permissions are what the handlers say; without handlers everything is allowed, as in Electron', async ({
  app,
  page,
}) => {
  const state = () => page.evaluate("navigator.permissions.query({ name: 'geolocation' }).then((one) => one.state)");
  expect(await state()).toBe('granted');
  await app.evaluate(({ session }) => session.defaultSession.setPermissionCheckHandler(() => false));
  await page.reload();
  expect(await state()).toBe('denied');
});

test('response headers and requests pass the shell’s webRequest listeners', async ({ app, page }) => {
  await app.evaluate(({ session }) => {
    session.defaultSession.webRequest.onHeadersReceived((details, answer) =>
      answer({ responseHeaders: { 'content-type': 'text/plain', 'x-url': details.url } }),
    );
    session.defaultSession.webRequest.onBeforeRequest((details, answer) =>
      answer({ cancel: details.url.endsWith('/cancelled') }),
    );
  });
  expect(await page.evaluate("fetch('/asked').then((one) => one.headers.get('x-url'))")).toBe('app://spec/asked');
  await expect(page.evaluate("fetch('/cancelled')")).rejects.toThrow('Failed to fetch');
});

test('a crash of the page is told', async ({ app, page }) => {
  const reason = app.evaluate(
    ({ app: shell }) =>
      new Promise((resolve) => shell.once('render-process-gone', (_event, _contents, { reason: why }) => resolve(why))),
  );
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  expect(await reason).toBe('crashed');
  expect(page.isClosed()).toBe(false);
});
