import { describe, expect, test } from 'vitest';
import { staysInside } from '../../../electron/network.ts';
import { isConsoleAddress, isConsoleBlob, isConsolePage } from '../../../electron/origin.ts';

describe('isConsoleAddress', () => {
  test.each(['app://console/index.html', 'app://console/', 'app://console/assets/a.js?x#y'])('takes %s', (address) => {
    expect(isConsoleAddress(address)).toBe(true);
  });

  test.each([
    'https://evil.example/app://console/index.html',
    'https://console/index.html',
    'app://console.evil.example/index.html',
    'app://evil/index.html',
    'app://user@console/index.html',
    'app://console:8080/index.html',
    'appx://console/index.html',
    'file:///app/console/index.html',
    'about:blank',
    'data:text/html,app://console/',
    'javascript:alert(1)',
    '',
    'app:console',
  ])('refuses %j', (address) => {
    expect(isConsoleAddress(address)).toBe(false);
  });
});

test('a window may only navigate to the page itself', () => {
  expect(isConsolePage('app://console/index.html#/work')).toBe(true);
  expect(isConsolePage('app://console/')).toBe(true);
  expect(isConsolePage('app://console/assets/logo.svg')).toBe(false);
});

test('only what the console made in memory may be saved', () => {
  expect(isConsoleBlob('blob:app://console/0b5c')).toBe(true);
  expect(isConsoleBlob('blob:https://evil.example/app://console/0b5c')).toBe(false);
  expect(isConsoleBlob('app://console/index.html')).toBe(false);
});

test('a request stays inside the program or is cancelled', () => {
  expect(staysInside('app://console/assets/a.js')).toBe(true);
  expect(staysInside('data:image/svg+xml,<svg/>')).toBe(true);
  for (const address of [
    'https://evil.example/',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'ws://evil.example/',
    'ftp://x/',
  ]) {
    expect(staysInside(address), address).toBe(false);
  }
});
