import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { control } from '../control.ts';
import type { AppDouble } from './app.ts';

type Covered =
  | 'isEncryptionAvailable'
  | 'isAsyncEncryptionAvailable'
  | 'getSelectedStorageBackend'
  | 'encryptString'
  | 'decryptString'
  | 'encryptStringAsync'
  | 'decryptStringAsync';

const mark = Buffer.from('v11');

/** `safeStorage`: real encryption with a key that lies openly in the user data folder. It protects nothing. */
export class SafeStorageDouble implements Pick<Electron.SafeStorage, Covered> {
  readonly #app: AppDouble;

  constructor(app: AppDouble) {
    this.#app = app;
  }

  /** When the app is ready, unless a test took the keychain away. */
  isEncryptionAvailable(): boolean {
    return this.#app.isReady() && control.storageBackend !== 'unknown';
  }

  /** The same answer, later. */
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.isEncryptionAvailable();
  }

  /** What a test says; there is no keychain behind it. */
  getSelectedStorageBackend(): ReturnType<Electron.SafeStorage['getSelectedStorageBackend']> {
    return control.storageBackend;
  }

  /** AES-256-GCM under the mark of Chromium's own format. Throws where encryption is not available. */
  encryptString(plainText: string): Buffer {
    if (!this.isEncryptionAvailable()) throw new Error('Error while encrypting the text provided to safeStorage.');
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key(), nonce);
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws for a text that this key did not encrypt. */
  decryptString(encrypted: Buffer): string {
    if (!encrypted.subarray(0, 3).equals(mark)) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
    }
    const decipher = createDecipheriv('aes-256-gcm', this.#key(), encrypted.subarray(3, 15));
    decipher.setAuthTag(encrypted.subarray(15, 31));
    return Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString('utf8');
  }

  /** The same, later. */
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    return this.encryptString(plainText);
  }

  /** The same, later. The key never changes, so nothing has to be encrypted again. */
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    return { result: this.decryptString(encrypted), shouldReEncrypt: false };
  }

  #key(): Buffer {
    const file = join(this.#app.getPath('userData'), 'double-storage-key');
    if (existsSync(file)) return readFileSync(file);
    mkdirSync(this.#app.getPath('userData'), { recursive: true });
    const key = randomBytes(32);
    writeFileSync(file, key, { mode: 0o600 });
    return key;
  }
}
