import { expect, test } from './launch.ts';

test('structured clone carries what JSON cannot and refuses functions', async ({ page }) => {
  const kept = await page.evaluate(`(async () => {
    const back = await api.invoke('echo', { when: new Date(5), many: new Set([1n]), none: undefined, nan: NaN });
    const { when, many, nan } = back;
    return [when instanceof Date, when.getTime(), [...many].map(String), 'none' in back, String(nan)];
  })()`);
  expect(kept).toEqual([true, 5, ['1'], true, 'NaN']);
  await expect(page.evaluate("api.invoke('echo', () => 1)")).rejects.toThrow('An object could not be cloned.');
  await expect(page.evaluate("api.invoke('give-function')")).rejects.toThrow('An object could not be cloned.');
});

test('errors reach the page in Electron’s words', async ({ page }) => {
  await expect(page.evaluate("api.invoke('refuse')")).rejects.toThrow(
    "Error invoking remote method 'refuse': Error: not this",
  );
  await expect(page.evaluate("api.invoke('nobody')")).rejects.toThrow("No handler registered for 'nobody'");
});

test('the sender is the frame that called', async ({ page }) => {
  const address = 'app://spec/index.html';
  expect(await page.evaluate("api.invoke('where')")).toEqual({ url: address, origin: 'app://spec', top: true });
  const inner = await page.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.src = '/inner.html';
    frame.onload = () => resolve(frame.contentWindow.api.invoke('where'));
    document.body.append(frame);
  })`);
  expect(inner).toEqual({ url: 'app://spec/inner.html', origin: 'app://spec', top: false });
});
