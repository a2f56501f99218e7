import type { SafeStorage as ElectronSafeStorage } from 'electron';
import type { SafeStorage } from '../core/review/index.ts';

/** What is used of Electron's `safeStorage`. */
export type SafeStoragePort = Pick<
  ElectronSafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

/**
 * The operating system's keychain as the key store wants it. On Linux without a secret service Electron falls back to
 * `basic_text`, a fixed password that protects nothing: that is refused, and the person is asked for a passphrase.
 */
export function createKeychain(storage: SafeStoragePort, platform: NodeJS.Platform): SafeStorage {
  return {
    isProtective() {
      if (!storage.isEncryptionAvailable()) return false;
      return platform !== 'linux' || !['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend());
    },
    encrypt: (plain) => storage.encryptString(Buffer.from(plain).toString('base64')),
    decrypt: (sealed) => Buffer.from(storage.decryptString(Buffer.from(sealed)), 'base64'),
  };
}
