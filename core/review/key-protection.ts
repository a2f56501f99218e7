import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import type { RandomSource } from '../world/index.ts';

/** The system's secret store, as Electron's `safeStorage` offers it. The desktop shell supplies it. */
export interface SafeStorage {
  /** False where the secret would only be disguised: no store, or Linux's `basic_text`. */
  isProtective(): boolean;
  encrypt(plain: Uint8Array): Uint8Array;
  decrypt(sealed: Uint8Array): Uint8Array;
}

const base64 = z.base64();

/** How a seed lies in its file: everything but the passphrase that is needed to open it. */
export const sealedSeed = z.discriminatedUnion('protection', [
  z.strictObject({
    protection: z.literal('passphrase-file'),
    derivation: z.strictObject({
      function: z.literal('scrypt'),
      /** Power of two. 2^10 is only for tests; 2^20 bounds what a foreign file can make this machine do. */
      cost: z.number().int().min(1024).max(1_048_576),
      block_size: z.literal(8),
      parallelization: z.literal(1),
      salt: base64,
    }),
    cipher: z.literal('aes-256-gcm'),
    nonce: base64,
    tag: base64,
    sealed: base64,
  }),
  z.strictObject({ protection: z.literal('safe-storage'), sealed: base64 }),
]);
export type SealedSeed = z.infer<typeof sealedSeed>;
type PassphraseSealed = Extract<SealedSeed, { protection: 'passphrase-file' }>;

/** OWASP's advice for scrypt: 128 MiB and a few tenths of a second. */
export const defaultScryptCost = 131_072;

/** Seals a seed under a passphrase. `bound` is authenticated with it: whose key this is. */
export async function sealWithPassphrase(
  seed: Uint8Array,
  passphrase: string,
  bound: Uint8Array,
  random: RandomSource,
  cost: number,
): Promise<PassphraseSealed> {
  const salt = random.bytes(16);
  const nonce = random.bytes(12);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, cost), nonce).setAAD(bound);
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  return {
    protection: 'passphrase-file',
    derivation: { function: 'scrypt', cost, block_size: 8, parallelization: 1, salt: toBase64(salt) },
    cipher: 'aes-256-gcm',
    nonce: toBase64(nonce),
    tag: toBase64(cipher.getAuthTag()),
    sealed: toBase64(sealed),
  };
}

/** Error: `wrong-passphrase`, also when the file was changed, for the two cannot be told apart. */
export async function openWithPassphrase(
  file: PassphraseSealed,
  passphrase: string,
  bound: Uint8Array,
): Promise<Result<Uint8Array>> {
  const key = await deriveKey(passphrase, fromBase64(file.derivation.salt), file.derivation.cost);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, fromBase64(file.nonce), { authTagLength: 16 })
      .setAAD(bound)
      .setAuthTag(fromBase64(file.tag));
    return ok(Buffer.concat([decipher.update(fromBase64(file.sealed)), decipher.final()]));
  } catch {
    return fail('wrong-passphrase', 'The passphrase does not open this key; try again');
  }
}

/** Error: `safe-storage-unavailable`. */
export function sealWithSafeStorage(seed: Uint8Array, storage: SafeStorage | null): Result<SealedSeed> {
  if (storage === null || !storage.isProtective()) return noSafeStorage();
  return ok({ protection: 'safe-storage', sealed: toBase64(storage.encrypt(seed)) });
}

/** Errors: `safe-storage-unavailable`, `safe-storage-refused`. */
export function openWithSafeStorage(sealed: string, storage: SafeStorage | null): Result<Uint8Array> {
  if (storage === null || !storage.isProtective()) return noSafeStorage();
  try {
    return ok(storage.decrypt(fromBase64(sealed)));
  } catch {
    return fail('safe-storage-refused', "The system's key store did not open this key; was it made by another user?");
  }
}

function noSafeStorage(): Result<never> {
  return fail('safe-storage-unavailable', 'This system has no protected key store for Mizan here; use a passphrase');
}

function deriveKey(passphrase: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const options = { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}
