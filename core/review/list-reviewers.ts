import type { ReviewerView } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import type { HeldKey } from './key-store.ts';
import { rosterOf } from './roster.ts';

/** The enrolled reviewers by id, each with where its private key is. */
export function listReviewers(reader: LedgerReader, heldKeys: readonly HeldKey[]): Result<readonly ReviewerView[]> {
  const roster = rosterOf(reader);
  if (!roster.ok) return roster;
  const views = [...roster.value.values()]
    .map(({ reviewerId, name, role, publicKey }) => {
      const held = heldKeys.find((key) => key.reviewerId === reviewerId && key.publicKey === publicKey);
      return { reviewerId, name, role, key: held?.protection ?? ('elsewhere' as const) };
    })
    .sort((left, right) => (left.reviewerId < right.reviewerId ? -1 : 1));
  return ok(views);
}
