/** Keeps an Ed25519 private key in a file that only its owner can read. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import type { SigningKey } from './note.ts';

const jwk = z.object({ x: z.string() });

/** The key as the ledger uses it. */
export function signingKey(privateKey: KeyObject): SigningKey {
  const { x } = jwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }));
  return {
    publicKey: Buffer.from(x, 'base64url'),
    sign: (bytes) => sign(null, bytes, privateKey),
  };
}

/** Reads a key file. Errors: `key-not-found`, `key-exposed`, `key-malformed`. */
export function readKeyFile(path: string): Result<SigningKey> {
  if (!existsSync(path)) return fail('key-not-found', 'There is no key file at this path', path);
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    return fail('key-exposed', 'Others can read this private key; run `chmod 600` on it, or make a new one', path);
  }
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return ok(signingKey(key));
  } catch {
    // Not a key at all: the same answer as for a key of another kind.
  }
  return fail('key-malformed', 'This file does not hold an Ed25519 private key in PEM form', path);
}

/** Reads the key, or makes one. The file appears whole or not at all, and never replaces another. */
export function openKeyFile(path: string): Result<SigningKey> {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    const draft = `${path}.${process.pid}.new`;
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
    fsyncSync(file);
    closeSync(file);
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!existsSync(path)) throw error; // another process made it first
    } finally {
      rmSync(draft);
    }
  }
  return readKeyFile(path);
}
