import type { ClaimVerdict, Grade } from '../case/case-file.ts';
import type { ClaimRegistry, ClaimStanding } from '../claim-registry.ts';
import type { Finding } from './checks/finding.ts';

/** How far a claim of each grade can be relied on, before its verdict is looked at. */
const gradeWeight: Readonly<Record<Grade, number>> = { A: 0.9, B: 0.75, C: 0.55, D: 0.25 };

const verdictWeight: Readonly<Record<ClaimVerdict, number>> = {
  VERIFIED: 1,
  UNVERIFIED: 0.8,
  SUBJECTIVE: 0.6,
  INFLATED: 0.3,
  CONTRADICTED: 0.3,
};

/** A single chain leaves this much less. */
const singleChain = 0.9;

/** Whoever computes can still have read the wrong thing: nothing is surer than this, nothing less sure than 0.05. */
const ceiling = 0.95;

/**
 * How far one claim carries what rests on it, from 0 for one that the registry does not know to 0.9: weight of its
 * grade × of its verdict × 0.9 when a single chain attests it.
 */
export function strengthOf(standing: ClaimStanding | null): number {
  if (standing === null) return 0;
  const single = standing.corroboration_status === 'AHAD' ? singleChain : 1;
  return gradeWeight[standing.claim_grade] * verdictWeight[standing.claim_verdict] * single;
}

/**
 * Mean strength of the claims that a statement rests on: grade × verdict × single chain; 0.05 when it rests on none.
 */
export function confidenceOnClaims(claimIds: readonly string[], registry: ClaimRegistry): number {
  if (claimIds.length === 0) return 0.05;
  const sum = claimIds.reduce((so, id) => so + strengthOf(registry.standing(id)), 0);
  return bounded(sum / claimIds.length);
}

/** The certainty of the surest finding; without findings half, and up to 0.9 as more claims could be checked. */
export function confidenceOfSearch(findings: readonly Finding[], checkable: number, all: number): number {
  if (findings.length > 0) return bounded(Math.max(...findings.map((finding) => finding.certainty)) * ceiling);
  return bounded(0.5 + (0.4 * checkable) / Math.max(all, 1));
}

/** Between 0.05 and 0.95, with two places: more would be pretence. */
export function bounded(value: number): number {
  return Math.round(Math.min(Math.max(value, 0.05), ceiling) * 100) / 100;
}
