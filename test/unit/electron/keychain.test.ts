import { describe, expect, test } from 'vitest';
import { createKeychain, type SafeStoragePort } from '../../../electron/keychain.ts';

function storage(backend: ReturnType<SafeStoragePort['getSelectedStorageBackend']>, available = true): SafeStoragePort {
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(text, 'utf8').reverse(),
    decryptString: (sealed) => Buffer.from(sealed).reverse().toString('utf8'),
  };
}

describe('createKeychain', () => {
  test('gives back every byte that it sealed', () => {
    const keychain = createKeychain(storage('gnome_libsecret'), 'linux');
    const seed = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect([...keychain.decrypt(keychain.encrypt(seed))]).toEqual([...seed]);
  });

  test.each(['basic_text', 'unknown'] as const)('refuses %s on Linux', (backend) => {
    expect(createKeychain(storage(backend), 'linux').isProtective()).toBe(false);
  });

  test('takes a secret service on Linux and the system keychains elsewhere', () => {
    expect(createKeychain(storage('kwallet6'), 'linux').isProtective()).toBe(true);
    expect(createKeychain(storage('unknown'), 'darwin').isProtective()).toBe(true);
    expect(createKeychain(storage('unknown'), 'win32').isProtective()).toBe(true);
  });

  test('refuses when the system offers no encryption', () => {
    expect(createKeychain(storage('gnome_libsecret', false), 'linux').isProtective()).toBe(false);
  });
});
