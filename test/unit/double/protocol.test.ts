import { beforeAll, describe, expect, test } from 'vitest';
import { ProtocolDouble, toChromium, toShell } from '../../double/electron/protocol.ts';

describe('addresses of a custom scheme', () => {
  beforeAll(() => {
    new ProtocolDouble().registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  });

  test.each(['app://console/index.html', 'app://console/a/b.js?x=1#/work', 'app://other/'])(
    '%s is shown to Chromium as https and comes back unchanged',
    (address) => {
      expect(new URL(toChromium(address)).protocol).toBe('https:');
      expect(toShell(toChromium(address))).toBe(address);
    },
  );

  test('other addresses are left alone, look-alikes of an unregistered scheme too', () => {
    expect(toChromium('https://example.org/')).toBe('https://example.org/');
    expect(toShell('https://console.evil-scheme.invalid/')).toBe('https://console.evil-scheme.invalid/');
  });

  test('only standard, secure schemes can be shown', () => {
    const register = () => new ProtocolDouble().registerSchemesAsPrivileged([{ scheme: 'plain' }]);
    expect(register).toThrow('plain');
  });

  test('a scheme has one handler', () => {
    const protocol = new ProtocolDouble();
    protocol.handle('app', () => new Response(''));
    expect(() => protocol.handle('app', () => new Response(''))).toThrow('Failed to register');
    protocol.unhandle('app');
    expect(protocol.isProtocolHandled('app')).toBe(false);
  });
});
