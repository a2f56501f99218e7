import type { CheckpointView, EventDetail } from '../api/index.ts';
import {
  type InclusionProof,
  type LedgerReader,
  leafHash,
  type StoredCheckpoint,
  verifyInclusion,
} from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { type EventDescriber, eventRow } from './event-row.ts';

/** Checks the signatures inside an event; null for an event type that carries none. */
export type SignatureChecker = (reader: LedgerReader, seq: number) => EventDetail['signatures'] | null;

/** One event with its proof, worked out again from the bytes that are shown. Errors: those of `LedgerReader.event`. */
export function getEvent(
  reader: LedgerReader,
  seq: number,
  describers: readonly EventDescriber[],
  checkers: readonly SignatureChecker[],
): Result<EventDetail> {
  const event = reader.event(seq);
  if (!event.ok) return event;
  const canonical = reader.canonical(seq);
  if (!canonical.ok) return canonical;
  const proof = reader.inclusionProof(seq);
  if (!proof.ok) return proof;
  const checkpoint = reader.checkpointCovering(seq);
  return ok({
    row: eventRow(event.value, describers, reader),
    canonical: new TextDecoder().decode(canonical.value),
    leafHash: Buffer.from(leafHash(canonical.value)).toString('hex'),
    payloads: event.value.payloads.map(({ name, media_type: mediaType, size, digest }) => {
      const body = reader.body(seq, name);
      return { seq, name, mediaType, size, digest, redacted: body.ok && body.value.state === 'redacted' };
    }),
    proof: {
      treeSize: proof.value.treeSize,
      path: [...proof.value.path],
      root: proof.value.root,
      verified: proofHolds(canonical.value, proof.value),
    },
    checkpoint: checkpoint === null ? null : checkpointView(checkpoint),
    signatures: checkers.flatMap((check) => check(reader, seq) ?? []),
  });
}

/** What the console shows of a checkpoint: all but its number in the file. */
export function checkpointView({ treeSize, root, at, note, cosignatures }: StoredCheckpoint): CheckpointView {
  return { treeSize, root, at, note, cosignatures };
}

/** Whether the bytes on screen stand where the proof says, under the root on screen. */
function proofHolds(bytes: Uint8Array, { leafIndex, treeSize, path, root }: InclusionProof): boolean {
  const siblings = path.map((sibling) => Buffer.from(sibling, 'hex'));
  return verifyInclusion(leafIndex, treeSize, leafHash(bytes), siblings, Buffer.from(root, 'hex'));
}
