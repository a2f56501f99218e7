import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { required } from '../problem/index.ts';

/** A reviewer whose private key is unlocked. The key itself stays inside. */
export interface ReviewerSigner {
  readonly reviewerId: string;
  /** Base64 of the 32 raw bytes. */
  readonly publicKey: string;
  /** Ed25519 signature, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** PKCS #8 around a raw Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signer for an Ed25519 seed of 32 bytes. */
export function signerFromSeed(reviewerId: string, seed: Uint8Array): ReviewerSigner {
  if (seed.length !== 32) throw new Error('bug: an Ed25519 seed has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(required(x, 'x of an Ed25519 key'), 'base64url').toString('base64');
  return { reviewerId, publicKey, sign: (bytes) => sign(null, bytes, key) };
}
