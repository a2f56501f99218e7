import type { WorkOutcome } from '../api/index.ts';
import { ok, type Result, unreachable } from '../problem/index.ts';
import { gateNames } from './gate-record.ts';
import type { Verification, VerificationRequest } from './gates/verify.ts';
import { verify } from './gates/verify.ts';
import type { SelfReport } from './report.ts';
import { hasNeed, scoreOf } from './score.ts';

/** What a report is worth once it was checked. */
export interface Assessment {
  readonly outcome: Exclude<WorkOutcome, 'issued'>;
  /** Null when inconclusive: no score, a person has to look (C2). */
  readonly score: 1 | 0.5 | 0 | -1 | null;
  /** One sentence: why this score. */
  readonly why: string;
  /** Null when the agent claimed no success, so that there was nothing to verify. */
  readonly verification: Verification | null;
}

/**
 * Weighs a report: a claim of success is verified, anything else is taken at its word, which can never raise a score
 * above that of an honest stop (C6). Errors: those of `verify`.
 */
export async function assess(report: SelfReport, request: VerificationRequest): Promise<Result<Assessment>> {
  if (report.status !== 'success') return ok(withoutVerification(report));
  const verified = await verify(request);
  return verified.ok ? ok(assessClaim(verified.value)) : verified;
}

/** What a claim of success is worth under this verification. */
export function assessClaim(verification: Verification): Assessment {
  const { verdict, gateFailed, gates } = verification;
  const isVerified = verdict === 'inconclusive' ? null : verdict === 'verified';
  const score = scoreOf({ status: 'success', verified: isVerified, need: null });
  switch (verdict) {
    case 'verified':
      return { outcome: 'verified', score, why: 'Success was claimed and every check agrees.', verification };
    case 'failed': {
      const found = gates.find(({ gate }) => gate === gateFailed)?.reason ?? '';
      const check = gateNames.some((gate) => gate === gateFailed) ? `${gateFailed} gate` : `${gateFailed} dimension`;
      return {
        outcome: 'hallucinated',
        score,
        why: `Success was claimed and the ${check} failed: ${found}`,
        verification,
      };
    }
    case 'inconclusive':
      return { outcome: 'inconclusive', score, why: 'Success was claimed and could not be checked.', verification };
    default:
      return unreachable(verdict);
  }
}

/** What a report of `blocked` or `failure` is worth. */
export function withoutVerification(report: SelfReport): Assessment {
  const score = scoreOf({ status: report.status, verified: null, need: report.need });
  if (report.status === 'blocked') {
    const why = hasNeed(report.need)
      ? `An honest stop: the agent needs ${report.need}.`
      : 'The agent stopped without saying what it needs.';
    return { outcome: 'blocked', score, why, verification: null };
  }
  const why = report.unreadable ?? 'The agent said itself that it failed.';
  return { outcome: 'failed', score, why, verification: null };
}
