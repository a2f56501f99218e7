import type { Claim } from '../../case/case-file.ts';
import type { ClaimRegistry } from '../../claim-registry.ts';
import { defectSeverities, defectSeverity } from '../../defect.ts';
import { oncePerCase } from '../once-per-case.ts';
import { checkCalculation } from './calculation-checks.ts';
import { checkChains } from './chain-checks.ts';
import { contradictingClaims, contradictingDocuments } from './contradictions.ts';
import type { Finding } from './finding.ts';
import { checkPlausibility, checkRowScale, checkStaleness, checkStrongerSources } from './source-checks.ts';
import { wrongTotals } from './totals.ts';
import { checkAgainstEvidence } from './value-checks.ts';
import { checkWording } from './wording-checks.ts';

/** What the sanad breaker looks for: claims against their own evidence, calculations and chains. The gravest first. */
export const findChainDefects = oncePerCase((registry: ClaimRegistry): readonly Finding[] =>
  gravestFirst(registry.caseFile.claims.flatMap((claim) => oncePerType(checkClaim(claim, registry)))),
);

/** What the contradiction finder looks for: claims against each other and against other documents. */
export const findContradictions = oncePerCase((registry: ClaimRegistry): readonly Finding[] =>
  gravestFirst([
    ...contradictingClaims(registry),
    ...registry.caseFile.claims.flatMap((claim) => contradictingDocuments(claim, registry)),
    ...wrongTotals(registry),
  ]),
);

function checkClaim(claim: Claim, registry: ClaimRegistry): readonly Finding[] {
  return [
    ...checkChains(claim, registry),
    ...checkAgainstEvidence(claim, registry),
    ...checkCalculation(claim, registry),
    ...checkWording(claim, registry),
    ...checkRowScale(claim, registry),
    ...checkStrongerSources(claim, registry),
    ...checkPlausibility(claim, registry),
    ...checkStaleness(claim, registry),
  ];
}

/** Two checks that see the same defect of a claim are one challenge: the first one's, which is the surest. */
function oncePerType(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding, index) => findings.findIndex((other) => other.type === finding.type) === index);
}

function gravestFirst(findings: readonly Finding[]): readonly Finding[] {
  const gravity = ({ type }: Finding): number => defectSeverities.indexOf(defectSeverity[type]);
  return findings.toSorted((one, other) => gravity(one) - gravity(other) || other.certainty - one.certainty);
}
