import type { Role } from '../api/index.ts';
import { canonicalBytes } from '../canonical/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type EnrolmentStatement, reviewerEnrolled } from './events.ts';
import type { ReviewerKeyStore } from './key-store.ts';
import { identityKey } from './role.ts';
import { checkEnrolment, ledgerDigestOf, type Roster, rosterOf, vouchingRole } from './roster.ts';
import type { ReviewerSigner } from './signer.ts';

export interface NewReviewer {
  readonly reviewerId: string;
  readonly name: string;
  readonly role: Role;
}

/**
 * Enrols a reviewer, or an enrolled one anew with another role or key. `voucher` is the unlocked reviewer who signs for
 * it (`vouchingRole`), or null for the first one. Errors: `text-malformed`,
 * `reviewer-exists`, those of `checkEnrolment` and the ledger's.
 */
export function enrolReviewer(
  ledger: Ledger,
  reviewer: NewReviewer,
  newKey: ReviewerSigner,
  voucher: ReviewerSigner | null,
): Result<{ readonly seq: number }> {
  if (!reviewer.name.isWellFormed() || !reviewer.reviewerId.isWellFormed()) {
    return fail('text-malformed', 'The id or the name holds half a character; type it again', 'name');
  }
  const receipt = ledger.appendDecided((reader) => {
    const enrolled = rosterOf(reader);
    if (!enrolled.ok) return enrolled;
    const roster = enrolled.value;
    const known = roster.get(identityKey(reviewer.reviewerId));
    if (known?.role === reviewer.role && known.name === reviewer.name && known.publicKey === newKey.publicKey) {
      return fail('reviewer-exists', `${reviewer.reviewerId} is enrolled as ${known.role} with this key already`);
    }
    const ledgerDigest = ledgerDigestOf(reader);
    if (!ledgerDigest.ok) return ledgerDigest;
    // While nobody may decide, nobody vouches: the key is trusted on first use.
    const vouching = vouchingRole(roster) === null ? null : voucher;
    const enrolment = enrolmentOf(reviewer, newKey, vouching, ledgerDigest.value);
    const allowed = checkEnrolment(roster, enrolment, ledgerDigest.value);
    if (!allowed.ok) return allowed;
    const actor = { kind: 'human', id: vouching?.reviewerId ?? reviewer.reviewerId } as const;
    return ok([reviewerEnrolled.draft(actor, reviewerSubject(reviewer.reviewerId), enrolment)]);
  });
  return receipt.ok ? ok({ seq: receipt.value.firstSeq }) : receipt;
}

function enrolmentOf(
  { reviewerId, name, role }: NewReviewer,
  newKey: ReviewerSigner,
  voucher: ReviewerSigner | null,
  ledgerDigest: string,
) {
  const statement: EnrolmentStatement = {
    format: 'mizan-reviewer-enrolment/1',
    ledger_digest: ledgerDigest,
    reviewer_id: reviewerId,
    name,
    role,
    public_key: newKey.publicKey,
    signed_by: voucher?.reviewerId ?? null,
  };
  const bytes = canonicalBytes(statement);
  return {
    statement,
    trust: voucher === null ? ('first-use' as const) : ('signed' as const),
    possession: signature(newKey, bytes),
    authority: voucher === null ? null : signature(voucher, bytes),
  };
}

/**
 * Enrols a reviewer with the key that this machine holds for them, made when there is none. A key is only made when
 * somebody who may vouch does, so that a refused enrolment leaves nothing behind.
 */
export async function addReviewer(
  ledger: Ledger,
  keys: ReviewerKeyStore,
  reviewer: NewReviewer,
  passphrase: string | null,
  voucher: ReviewerSigner | null,
): Promise<Result<ReviewerSigner>> {
  const roster = rosterOf(ledger);
  if (!roster.ok) return roster;
  const mayVouch = checkVoucher(roster.value, voucher);
  if (!mayVouch.ok) return mayVouch;
  const opened = await keys.open(reviewer.reviewerId, passphrase);
  const missing = !opened.ok && opened.problem.code === 'reviewer-key-missing';
  const signer = missing ? await keys.create(reviewer.reviewerId, passphrase) : opened;
  if (!signer.ok) return signer;
  const enrolled = enrolReviewer(ledger, reviewer, signer.value, voucher);
  return enrolled.ok ? signer : enrolled;
}

function checkVoucher(roster: Roster, voucher: ReviewerSigner | null): Result<null> {
  const needed = vouchingRole(roster);
  if (needed === null) return ok(null);
  const role = voucher === null ? undefined : roster.get(identityKey(voucher.reviewerId))?.role;
  if (role === needed) return ok(null);
  return fail('enrolment-needs-voucher', `A reviewer with the role ${needed} must sign this enrolment`);
}

function reviewerSubject(reviewerId: string): string {
  return `reviewer:${reviewerId}`;
}

function signature(signer: ReviewerSigner, bytes: Uint8Array): string {
  return Buffer.from(signer.sign(bytes)).toString('base64');
}
