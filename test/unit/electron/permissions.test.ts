import { expect, test } from 'vitest';
import { isPermitted } from '../../../electron/permissions.ts';

test('copying is the only permission, and only for the console', () => {
  expect(isPermitted('clipboard-sanitized-write', 'app://console')).toBe(true);
  expect(isPermitted('clipboard-sanitized-write', 'app://console/')).toBe(true);
  expect(isPermitted('clipboard-sanitized-write', 'https://evil.example')).toBe(false);
  expect(isPermitted('clipboard-sanitized-write', '')).toBe(false);
});

test.each(['clipboard-read', 'geolocation', 'media', 'notifications', 'openExternal', 'fullscreen', 'made-up'])(
  'denies %s',
  (permission) => {
    expect(isPermitted(permission, 'app://console')).toBe(false);
  },
);
