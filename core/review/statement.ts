import { canonicalBytes } from '../canonical/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { digestOf } from './action.ts';
import type { DecisionStatement, gateDecided } from './events.ts';
import { checkReviewer, type Roster } from './roster.ts';
import { signatureHolds } from './signature.ts';
import type { ReviewerSigner } from './signer.ts';

type DecidedData = Extract<ReturnType<typeof gateDecided.read>, { ok: true }>['value'];
export type SignedDecision = Pick<DecidedData, 'statement' | 'signature'>;

/** Signs the RFC 8785 bytes of the statement. */
export function signStatement(statement: DecisionStatement, signer: ReviewerSigner): SignedDecision {
  const value = Buffer.from(signer.sign(canonicalBytes(statement))).toString('base64');
  return { statement, signature: { algorithm: 'ed25519', public_key: signer.publicKey, value } };
}

/**
 * Whether a signed decision speaks about this request and comes from the reviewer it names, with the role they had.
 * Errors: `wrong-request`, `unknown-reviewer`, `signature-invalid`, `role-changed`.
 */
export function checkSignedDecision(
  reader: LedgerReader,
  request: { readonly gateId: string; readonly requestSeq: number },
  decision: SignedDecision,
  roster: Roster,
): Result<null> {
  const { statement, signature } = decision;
  const digest = requestDigest(reader, request.requestSeq);
  if (!digest.ok) return digest;
  if (
    statement.gate_id !== request.gateId ||
    statement.request_seq !== request.requestSeq ||
    statement.request_digest !== digest.value
  ) {
    return fail('wrong-request', 'The signature is about another request; open the gate again and decide');
  }
  const found = checkReviewer(roster, statement.reviewer_id, signature.public_key);
  if (!found.ok) return found;
  const reviewer = found.value;
  if (!signatureHolds(reviewer.publicKey, canonicalBytes(statement), signature.value)) {
    return fail('signature-invalid', `The signature of ${reviewer.reviewerId} does not hold`);
  }
  if (reviewer.role !== statement.role) {
    return fail('role-changed', `${reviewer.reviewerId} is enrolled as ${reviewer.role}, not as ${statement.role}`);
  }
  return ok(null);
}

/** Digest of the exact bytes of the request in the tree. */
export function requestDigest(reader: LedgerReader, requestSeq: number): Result<string> {
  const bytes = reader.canonical(requestSeq);
  return bytes.ok ? ok(digestOf(bytes.value)) : bytes;
}
