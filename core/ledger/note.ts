/** Signed notes (C2SP signed-note): a text and Ed25519 signature lines under it. */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { fail, ok, type Result } from '../problem/index.ts';

/** A private Ed25519 key, wherever it is kept. */
export interface SigningKey {
  /** 32 bytes, RFC 8032. */
  readonly publicKey: Uint8Array;
  /** 64 bytes over exactly these bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** A key under the name that stands in its signature lines. */
export interface NoteSigner extends SigningKey {
  readonly name: string;
}

/** What a signature means: the log's own on a note, or a witness's with its time (C2SP tlog-cosignature). */
export type SignatureKind = 'note' | 'cosignature';

const typeByte: Readonly<Record<SignatureKind, number>> = { note: 0x01, cosignature: 0x04 };

/** All that a stranger needs to check signatures: the content of a vkey. */
export interface NoteVerifier {
  readonly name: string;
  readonly kind: SignatureKind;
  readonly publicKey: Uint8Array;
}

export interface NoteSignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** The whole line without its newline. */
  readonly line: string;
}

export interface Note {
  /** Ends in a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

function keyMaterial({ kind, publicKey }: NoteVerifier): Buffer {
  return Buffer.concat([Uint8Array.of(typeByte[kind]), publicKey]);
}

/** SHA-256(name ‖ 0x0A ‖ type ‖ public key)[:4] in hex. */
export function keyId(verifier: NoteVerifier): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${verifier.name}\n`), keyMaterial(verifier)])).slice(0, 8);
}

/** The verifier key as text: `name+keyid+base64`. This is what is published. */
export function formatVerifierKey(verifier: NoteVerifier): string {
  return `${verifier.name}+${keyId(verifier)}+${keyMaterial(verifier).toString('base64')}`;
}

/** A key name: not empty, no white space, no plus. */
export function isKeyName(name: string): boolean {
  return /^[^\s+\p{Z}\p{C}]+$/u.test(name);
}

/** Reads a verifier key. Errors: `public-key-malformed`. */
export function parseVerifierKey(text: string): Result<NoteVerifier> {
  const malformed = fail('public-key-malformed', 'A public key has the form name+keyid+base64; check that it is whole');
  const [, name, id, base64] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  if (name === undefined || id === undefined || base64 === undefined || !isKeyName(name)) return malformed;
  const material = Buffer.from(base64, 'base64');
  const kind = material[0] === typeByte.note ? 'note' : material[0] === typeByte.cosignature ? 'cosignature' : null;
  if (kind === null || material.length !== 33) return malformed;
  const verifier: NoteVerifier = { name, kind, publicKey: material.subarray(1) };
  return keyId(verifier) === id ? ok(verifier) : malformed;
}

/** `— name base64(key id ‖ signature)` without a newline. */
export function signatureLine(verifier: NoteVerifier, signature: Uint8Array): string {
  const payload = Buffer.concat([Buffer.from(keyId(verifier), 'hex'), signature]);
  return `— ${verifier.name} ${payload.toString('base64')}`;
}

/** Signs a text that ends in a newline. */
export function signNote(text: string, signer: NoteSigner): string {
  const verifier: NoteVerifier = { name: signer.name, kind: 'note', publicKey: signer.publicKey };
  return `${text}\n${signatureLine(verifier, signer.sign(Buffer.from(text, 'utf8')))}\n`;
}

/** Reads one signature line. Null when it does not have the form. */
export function parseSignatureLine(line: string): NoteSignature | null {
  const [, name, base64] = /^— (\S+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? [];
  if (name === undefined || base64 === undefined || !isKeyName(name)) return null;
  const payload = Buffer.from(base64, 'base64');
  if (payload.length < 5) return null;
  return { name, keyId: payload.toString('hex', 0, 4), signature: payload.subarray(4), line };
}

/** Takes a note apart without believing it. Errors: `note-malformed`. */
export function parseNote(note: string): Result<Note> {
  const malformed = fail('note-malformed', 'This is not a signed note (C2SP signed-note)');
  const separator = note.lastIndexOf('\n\n');
  if (separator < 0 || !note.endsWith('\n')) return malformed;
  const lines = note.slice(separator + 2, -1).split('\n');
  const signatures = lines.map(parseSignatureLine);
  if (signatures.length > 100 || !signatures.every((signature) => signature !== null)) return malformed;
  return ok({ text: note.slice(0, separator + 1), signatures });
}

function publicKeyObject(publicKey: Uint8Array): KeyObject {
  return createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
  });
}

/** Whether this Ed25519 signature over these bytes is by this key. */
export function verifyEd25519(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  return signature.length === 64 && verify(null, bytes, publicKeyObject(publicKey), signature);
}

/** How the note stands with a key: signed by it, carrying a false signature of it, or not signed by it. */
export function checkNote(note: Note, verifier: NoteVerifier): 'valid' | 'invalid' | 'absent' {
  const id = keyId(verifier);
  const own = note.signatures.filter(({ name, keyId: given }) => name === verifier.name && given === id);
  if (own.length === 0) return 'absent';
  const text = Buffer.from(note.text, 'utf8');
  return own.every(({ signature }) => verifyEd25519(verifier.publicKey, text, signature)) ? 'valid' : 'invalid';
}
