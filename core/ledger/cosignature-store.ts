import { fail, ok, type Result, required } from '../problem/index.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { checkpointOf, storeCosignature } from './checkpoint-store.ts';
import { checkCosignature } from './cosignature.ts';
import { keyId, type NoteVerifier } from './note.ts';
import type { StoredCheckpoint } from './port.ts';
import type { StatementCache } from './statement-cache.ts';

/**
 * Stores the witness's lines of a cosigned note under the checkpoint they belong to. Errors: `checkpoint-malformed`,
 * `checkpoint-unknown`, `cosignature-absent`, `cosignature-invalid`.
 */
export function addCosignature(
  statements: StatementCache,
  cosignedNote: string,
  witness: NoteVerifier,
): Result<StoredCheckpoint> {
  const parsed = parseCheckpoint(cosignedNote);
  if (!parsed.ok) return parsed;
  const { head, note } = parsed.value;
  const checkpoint = checkpointOf(statements, head);
  if (checkpoint === null) {
    return fail('checkpoint-unknown', `The ledger has no checkpoint of ${head.treeSize} events with this root`);
  }
  const check = checkCosignature(note, witness);
  if (check.state !== 'valid') {
    const code = `cosignature-${check.state}`;
    return fail(code, `The note carries no valid cosignature of ${witness.name}; check its public key`, witness.name);
  }
  const id = keyId(witness);
  for (const signature of note.signatures) {
    if (signature.name === witness.name && signature.keyId === id) {
      storeCosignature(statements, checkpoint.number, signature.line);
    }
  }
  return ok(required(checkpointOf(statements, head), 'the checkpoint that was just cosigned'));
}
