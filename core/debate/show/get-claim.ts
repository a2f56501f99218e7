import type { ClaimDetail } from '../../api/index.ts';
import type { LedgerReader } from '../../ledger/index.ts';
import type { Result } from '../../problem/index.ts';
import { claimDetail } from './claim-detail.ts';
import { readDebateCase } from './debate-case.ts';
import { findDebate } from './debate-rows.ts';

/** A claim of a debate's case as the debate left it. Errors: `debate-unknown`, `claim-unknown`. */
export function getDebateClaim(reader: LedgerReader, debateId: string, claimId: string): Result<ClaimDetail> {
  const debate = findDebate(reader, debateId);
  if (!debate.ok) return debate;
  const read = readDebateCase(reader, debateId, debate.value.startedSeq);
  return read.ok ? claimDetail(read.value.registry, claimId, read.value.flaggedAt) : read;
}
