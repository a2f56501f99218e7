import type { Role } from '../api/index.ts';
import { canonicalBytes } from '../canonical/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { digestOf } from './action.ts';
import { type EnrolmentStatement, reviewerEnrolled } from './events.ts';
import { readEvents } from './read-events.ts';
import { highestDecidingRole, identityKey } from './role.ts';
import { signatureHolds } from './signature.ts';

/** A reviewer as the ledger knows them. */
export interface EnrolledReviewer {
  readonly reviewerId: string;
  readonly name: string;
  readonly role: Role;
  /** Base64, 32 bytes. */
  readonly publicKey: string;
  readonly enrolledSeq: number;
  readonly enrolledAt: string;
  readonly signedBy: string | null;
}

/** The reviewers by `identityKey`. */
export type Roster = ReadonlyMap<string, EnrolledReviewer>;

export interface SignedEnrolment {
  readonly statement: EnrolmentStatement;
  readonly possession: string;
  readonly authority: string | null;
}

/**
 * Who is enrolled before event `before` (now, when left out). Read from the events, and every enrolment is checked
 * again: one that the rules would not have let in does not count. Error: `event-damaged`.
 */
export function rosterOf(reader: LedgerReader, before = Number.POSITIVE_INFINITY): Result<Roster> {
  const events = readEvents(reader, { type: reviewerEnrolled.type });
  const ledgerDigest = ledgerDigestOf(reader);
  if (!events.ok) return events;
  if (!ledgerDigest.ok) return ledgerDigest;
  const roster = new Map<string, EnrolledReviewer>();
  for (const event of events.value) {
    if (event.seq >= before) break;
    const data = reviewerEnrolled.read(event);
    if (!data.ok || !checkEnrolment(roster, data.value, ledgerDigest.value).ok) continue;
    const { reviewer_id: reviewerId, name, role, public_key: publicKey, signed_by: signedBy } = data.value.statement;
    const { seq: enrolledSeq, at: enrolledAt } = event;
    const reviewer = { reviewerId, name, role, publicKey, enrolledSeq, enrolledAt, signedBy };
    roster.set(identityKey(reviewerId), reviewer);
  }
  return ok(roster);
}

/** The reviewer of this id, if this is their key. Errors: `unknown-reviewer`, `signature-invalid`. */
export function checkReviewer(roster: Roster, reviewerId: string, publicKey: string): Result<EnrolledReviewer> {
  const reviewer = roster.get(identityKey(reviewerId));
  if (reviewer === undefined || reviewer.reviewerId !== reviewerId) {
    return fail('unknown-reviewer', `${reviewerId} is not enrolled in this ledger; see mizan reviewer add`);
  }
  if (reviewer.publicKey === publicKey) return ok(reviewer);
  return fail('signature-invalid', `The key is not the one that ${reviewerId} is enrolled with`);
}

/** What ties an enrolment to one ledger: the digest of its first event. */
export function ledgerDigestOf(reader: LedgerReader): Result<string> {
  const first = reader.canonical(0);
  return first.ok ? ok(digestOf(first.value)) : first;
}

/**
 * Who may vouch for the next reviewer: an ADMIN; while there is none, whoever has the highest deciding role; and
 * while nobody may decide, nobody has to (`null`): the first key is trusted on first use and recorded so.
 */
export function vouchingRole(roster: Roster): Role | null {
  return highestDecidingRole([...roster.values()].map((reviewer) => reviewer.role));
}

/** Whether this enrolment may join the roster. Errors: `reviewer-id-confusable`, `enrolment-*`, `signature-invalid`. */
export function checkEnrolment(roster: Roster, enrolment: SignedEnrolment, ledgerDigest: string): Result<null> {
  const { statement } = enrolment;
  const bytes = canonicalBytes(statement);
  if (statement.ledger_digest !== ledgerDigest) {
    return fail('enrolment-other-ledger', 'This enrolment was signed for another ledger; enrol the reviewer here');
  }
  const known = roster.get(identityKey(statement.reviewer_id));
  if (known !== undefined && known.reviewerId !== statement.reviewer_id) {
    return fail(
      'reviewer-id-confusable',
      `${statement.reviewer_id} reads like the enrolled ${known.reviewerId}; choose an id that nobody mixes up`,
    );
  }
  if (!signatureHolds(statement.public_key, bytes, enrolment.possession)) {
    return fail('signature-invalid', 'The new key did not sign its own enrolment');
  }
  const needed = vouchingRole(roster);
  if (needed === null) return ok(null);
  const voucher = statement.signed_by === null ? undefined : roster.get(identityKey(statement.signed_by));
  if (voucher?.role !== needed) {
    return fail('enrolment-needs-voucher', `A reviewer with the role ${needed} must sign this enrolment`);
  }
  if (enrolment.authority === null || !signatureHolds(voucher.publicKey, bytes, enrolment.authority)) {
    return fail('signature-invalid', `The signature of ${voucher.reviewerId} under this enrolment does not hold`);
  }
  return ok(null);
}
