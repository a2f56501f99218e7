import { expect, test } from './launch.ts';

test('the page sees the exposed functions and nothing of the preload world', async ({ page }) => {
  const seen = await page.evaluate(`({
    post: typeof electronDoublePost,
    inbox: typeof electronDoubleInbox,
    require: typeof require,
    process: typeof process,
    leaked: typeof leakedFromPreload,
    keys: Object.keys(api).sort(),
  })`);
  expect(seen).toEqual({
    post: 'undefined',
    inbox: 'undefined',
    require: 'undefined',
    process: 'undefined',
    leaked: 'undefined',
    keys: ['fail', 'invoke', 'nested', 'subscribe'],
  });
});

test('what is exposed is frozen at every depth and cannot be replaced', async ({ page }) => {
  const outcome = await page.evaluate(`(() => {
    'use strict';
    const attempts = [
      () => { api.invoke = 1; },
      () => { api.nested.deep.answer = 43; },
      () => { window.api = {}; },
      () => { delete window.api; },
    ];
    return attempts.map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.name; } });
  })()`);
  expect(outcome).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
});

test('functions answer at once, promises later, errors with their message', async ({ page }) => {
  expect(await page.evaluate('api.nested.deep.add(20, 22)')).toBe(42);
  expect(await page.evaluate('api.nested.deep.answer')).toBe(42);
  expect(await page.evaluate("api.invoke('echo', { a: [1, null] })")).toEqual({ a: [1, null] });
  await expect(page.evaluate('api.fail()')).rejects.toThrow('too far');
});

test('a preload script finds electron and nothing else', async ({ page }) => {
  expect(await page.evaluate('refusals')).toEqual({
    secondExpose: 'Cannot bind an API on top of an existing property on the window object',
    nodeModule: 'module not found: node:fs',
    unknownMember: 'The Electron double has no ipcRenderer.sendSync in preload scripts',
    process: 'undefined',
  });
});

test('a listener hears what main sends until it unsubscribes', async ({ app, page }) => {
  await page.evaluate('globalThis.heard = []; globalThis.stop = api.subscribe((value) => heard.push(value))');
  const send = (value: unknown) =>
    app.evaluate(({ BrowserWindow }, sent) => BrowserWindow.getAllWindows()[0]?.webContents.send('tick', sent), value);
  await send({ n: 1 });
  await expect.poll(() => page.evaluate('heard')).toEqual([{ n: 1 }]);
  await page.evaluate('stop()');
  await send({ n: 2 });
  await page.evaluate("api.invoke('echo', 0)");
  expect(await page.evaluate('heard')).toEqual([{ n: 1 }]);
});
