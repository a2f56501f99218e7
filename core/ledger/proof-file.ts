/** A decision that proves itself: the event, its path to a signed root, and what bodies one chooses to show. */
import { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';
import type { EpochMilliseconds } from '../world/index.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { checkCosignature } from './cosignature.ts';
import { decodeEvent, payloadDigest, saltLength } from './encoding.ts';
import type { LedgerEvent } from './event.ts';
import { verifyInclusion } from './merkle-proof.ts';
import { leafHash } from './merkle-tree.ts';
import { checkNote, type Note, type NoteVerifier } from './note.ts';
import type { LedgerReader } from './port.ts';

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);
const base64 = z.base64();

/** The file as it is written. */
export const proofFile = z.strictObject({
  format: z.literal('mizan-proof/1'),
  seq: z.number().int().nonnegative(),
  /** The canonical JSON, word for word: the leaf. */
  event: z.string(),
  tree_size: z.number().int().positive(),
  /** Sibling hashes, nearest first (RFC 9162 §2.1.3). */
  path: z.array(hexHash).max(64),
  /** The signed note over the root, with the lines of its witnesses. */
  checkpoint: z.string(),
  payloads: z.array(z.strictObject({ name: z.string(), salt: base64, body: base64 })),
});
export type ProofFile = z.infer<typeof proofFile>;

/**
 * Makes the proof of an event under the newest checkpoint. Bodies are shown only when named. Errors: `event-not-found`,
 * `event-not-signed`, `payload-not-found`, `payload-redacted`.
 */
export function makeProof(reader: LedgerReader, seq: number, payloadNames: readonly string[]): Result<ProofFile> {
  const canonical = reader.canonical(seq);
  if (!canonical.ok) return canonical;
  const checkpoint = reader.latestCheckpoint();
  if (checkpoint === null || checkpoint.treeSize <= seq) {
    return fail(
      'event-not-signed',
      `No checkpoint covers event ${seq}; run \`mizan ledger checkpoint\` first`,
      `${seq}`,
    );
  }
  const proof = reader.inclusionProof(seq, checkpoint.treeSize);
  if (!proof.ok) return proof;
  const payloads: ProofFile['payloads'] = [];
  for (const name of payloadNames) {
    const body = reader.body(seq, name);
    if (!body.ok) return body;
    if (body.value.state === 'redacted') {
      return fail('payload-redacted', `This payload was redacted: ${body.value.reason}`, `${seq}/${name}`);
    }
    const { salt, body: bytes } = body.value;
    payloads.push({ name, salt: toBase64(salt), body: toBase64(bytes) });
  }
  return ok({
    format: 'mizan-proof/1',
    seq,
    event: Buffer.from(canonical.value).toString('utf8'),
    tree_size: checkpoint.treeSize,
    path: [...proof.value.path],
    checkpoint: checkpoint.note,
    payloads,
  });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

export interface ProofReport {
  readonly event: LedgerEvent;
  readonly origin: string;
  readonly treeSize: number;
  /** Whether the signature of the ledger was checked: false when its public key was not given. */
  readonly signatureChecked: boolean;
  /** Witnesses whose keys were given and whose cosignatures hold. */
  readonly witnesses: readonly { readonly name: string; readonly time: EpochMilliseconds }[];
  readonly payloads: readonly { readonly name: string; readonly body: Uint8Array }[];
}

/**
 * Checks a proof file without a ledger. Errors: `proof-malformed` when it cannot be read; `proof-false` with the reason
 * when it can be and does not hold.
 */
export function checkProof(text: string, publicKeys: readonly NoteVerifier[]): Result<ProofReport> {
  const read = readProof(text);
  if (!read.ok) return read;
  const proof = read.value;
  const bytes = Buffer.from(proof.event, 'utf8');
  const event = decodeEvent(bytes, proof.seq);
  if (!event.ok) return proofFalse(`event ${proof.seq} is not what the proof holds`);
  const checkpoint = parseCheckpoint(proof.checkpoint);
  if (!checkpoint.ok) return proofFalse('its checkpoint is not a signed note');
  const { head, note } = checkpoint.value;
  if (head.treeSize !== proof.tree_size) return proofFalse('its checkpoint is of another tree');
  const path = proof.path.map((sibling) => Buffer.from(sibling, 'hex'));
  if (!verifyInclusion(proof.seq, proof.tree_size, leafHash(bytes), path, head.root)) {
    return proofFalse('the event is not in the tree of the checkpoint');
  }
  const logKeys = publicKeys.filter(({ kind }) => kind === 'note');
  if (logKeys.length > 0 && !logKeys.some((key) => key.name === head.origin && checkNote(note, key) === 'valid')) {
    return proofFalse('the checkpoint is not signed with the given key');
  }
  const witnesses = checkWitnesses(note, publicKeys);
  if (!witnesses.ok) return witnesses;
  const payloads = checkPayloads(event.value, proof.payloads);
  if (!payloads.ok) return payloads;
  const { origin, treeSize } = head;
  const signatureChecked = logKeys.length > 0;
  return ok({
    event: event.value,
    origin,
    treeSize,
    signatureChecked,
    witnesses: witnesses.value,
    payloads: payloads.value,
  });
}

/** When each witness among the keys saw the checkpoint. */
function checkWitnesses(note: Note, publicKeys: readonly NoteVerifier[]): Result<ProofReport['witnesses']> {
  const witnesses: { name: string; time: EpochMilliseconds }[] = [];
  for (const key of publicKeys.filter(({ kind }) => kind === 'cosignature')) {
    const check = checkCosignature(note, key);
    if (check.state !== 'valid') return proofFalse(`${key.name} did not cosign the checkpoint`);
    witnesses.push({ name: key.name, time: check.time });
  }
  return ok(witnesses);
}

function readProof(text: string): Result<ProofFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('proof-malformed', 'This file is not JSON, so it is not a proof');
  }
  const parsed = proofFile.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const place = parsed.error.issues[0]?.path.join('.');
  return fail('proof-malformed', 'This file is not a proof that `mizan ledger prove` has written', place);
}

function proofFalse(why: string): Result<never> {
  return fail('proof-false', `The proof does not hold: ${why}`);
}

function checkPayloads(event: LedgerEvent, shown: ProofFile['payloads']): Result<ProofReport['payloads']> {
  const payloads: { name: string; body: Uint8Array }[] = [];
  for (const { name, salt, body } of shown) {
    const reference = event.payloads.find((payload) => payload.name === name);
    const [saltBytes, bodyBytes] = [Buffer.from(salt, 'base64'), Buffer.from(body, 'base64')];
    if (saltBytes.length !== saltLength || reference?.digest !== payloadDigest(saltBytes, bodyBytes)) {
      return proofFalse(`the payload ${JSON.stringify(name)} is not the one that was recorded`);
    }
    payloads.push({ name, body: bodyBytes });
  }
  return ok(payloads);
}
