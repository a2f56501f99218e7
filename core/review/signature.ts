import { createPublicKey, verify } from 'node:crypto';

/** Checks an Ed25519 signature. Key (32 bytes) and signature (64 bytes) are base64; malformed ones are false. */
export function signatureHolds(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  const raw = Buffer.from(publicKey, 'base64');
  const value = Buffer.from(signature, 'base64');
  if (raw.length !== 32 || value.length !== 64) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, bytes, key, value);
}
