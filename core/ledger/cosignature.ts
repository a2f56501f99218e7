/** Cosignatures of witnesses (C2SP tlog-cosignature, version 1): Ed25519 over the checkpoint and the time. */
import type { EpochMilliseconds } from '../world/index.ts';
import { keyId, type Note, type NoteSigner, type NoteVerifier, signatureLine, verifyEd25519 } from './note.ts';

function signedMessage(seconds: bigint | number, noteText: string): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${noteText}`, 'utf8');
}

/** The line that a witness puts under a checkpoint. */
export function cosign(noteText: string, signer: NoteSigner, time: EpochMilliseconds): string {
  const seconds = Math.floor(time / 1000);
  const timestamp = Buffer.alloc(8);
  timestamp.writeBigUInt64BE(BigInt(seconds));
  const verifier: NoteVerifier = { name: signer.name, kind: 'cosignature', publicKey: signer.publicKey };
  return signatureLine(verifier, Buffer.concat([timestamp, signer.sign(signedMessage(seconds, noteText))]));
}

export type CosignatureCheck =
  | { readonly state: 'valid'; readonly time: EpochMilliseconds }
  | { readonly state: 'invalid' }
  | { readonly state: 'absent' };

/** How a note stands with a witness's key. Of several lines by the same key, all must be good. */
export function checkCosignature(note: Note, verifier: NoteVerifier): CosignatureCheck {
  const id = keyId(verifier);
  const own = note.signatures.filter(({ name, keyId: given }) => name === verifier.name && given === id);
  let newest: EpochMilliseconds | null = null;
  for (const { signature } of own) {
    if (signature.length !== 72) return { state: 'invalid' };
    const seconds = Buffer.from(signature).readBigUInt64BE();
    const message = signedMessage(seconds, note.text);
    if (!verifyEd25519(verifier.publicKey, message, signature.subarray(8))) return { state: 'invalid' };
    newest = Math.max(newest ?? 0, Number(seconds) * 1000);
  }
  return newest === null ? { state: 'absent' } : { state: 'valid', time: newest };
}
