/** A witness: signs a checkpoint only when its tree begins with the tree it signed before (C2SP tlog-witness). */
import { fail, ok, type Result } from '../problem/index.ts';
import type { EpochMilliseconds } from '../world/index.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { verifyConsistency } from './merkle-proof.ts';
import type { TreeHash } from './merkle-tree.ts';
import { checkNote, type NoteSigner, type NoteVerifier } from './note.ts';

/** The largest tree of one log that a witness has signed. */
export interface WitnessedTree {
  readonly treeSize: number;
  readonly root: TreeHash;
}

/** What a log asks of a witness. */
export interface WitnessRequest {
  /** The checkpoint, a signed note. */
  readonly checkpoint: string;
  /** Size of the tree that the proof starts from: the one the witness signed last, 0 when none. */
  readonly oldSize: number;
  readonly proof: readonly TreeHash[];
}

export interface Witnessed {
  /** Signature line without a newline. */
  readonly line: string;
  /** To be stored, durably, before the line is given away. */
  readonly tree: WitnessedTree;
}

/**
 * Decides a request. Errors, with the status C2SP tlog-witness gives them: `witness-request-malformed` (400),
 * `witness-log-unknown` (404), `witness-signature-invalid` (403), `witness-size-conflict` and `witness-root-conflict`
 * (409), `witness-proof-invalid` (422).
 */
export function witness(
  request: WitnessRequest,
  log: NoteVerifier,
  known: WitnessedTree | null,
  signer: NoteSigner,
  time: EpochMilliseconds,
): Result<Witnessed> {
  const parsed = parseCheckpoint(request.checkpoint);
  if (!parsed.ok) return fail('witness-request-malformed', parsed.problem.message);
  const { head, note } = parsed.value;
  if (head.origin !== log.name) {
    return fail(
      'witness-log-unknown',
      `The checkpoint is of ${head.origin}; this witness was given the key of ${log.name}`,
    );
  }
  if (checkNote(note, log) !== 'valid') {
    return fail('witness-signature-invalid', 'The checkpoint is not signed with the key this witness was given');
  }
  const goesOn = checkGoesOn(request, head, known);
  if (!goesOn.ok) return goesOn;
  return ok({ line: cosign(note.text, signer, time), tree: { treeSize: head.treeSize, root: head.root } });
}

/** Whether the tree goes on from the one that was signed last. */
function checkGoesOn(request: WitnessRequest, head: WitnessedTree, known: WitnessedTree | null): Result<null> {
  const signedSize = known?.treeSize ?? 0;
  if (request.oldSize > head.treeSize) {
    return fail(
      'witness-request-malformed',
      `The old size ${request.oldSize} is larger than the tree, ${head.treeSize}`,
    );
  }
  if (request.oldSize !== signedSize) {
    return fail(
      'witness-size-conflict',
      `The witness has signed a tree of ${signedSize} events, the request starts from ${request.oldSize}`,
      `${signedSize}`,
    );
  }
  const consistent = known === null ? request.proof.length === 0 : isExtension(known, head, request.proof);
  if (consistent) return ok(null);
  return known?.treeSize === head.treeSize && Buffer.compare(known.root, head.root) !== 0
    ? fail('witness-root-conflict', `Two different trees of ${head.treeSize} events: the ledger was rewritten`)
    : fail('witness-proof-invalid', 'The new tree does not begin with the tree signed before: events were changed');
}

function isExtension(known: WitnessedTree, head: WitnessedTree, proof: readonly TreeHash[]): boolean {
  return verifyConsistency(known.treeSize, head.treeSize, known.root, head.root, proof);
}
