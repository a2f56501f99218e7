import { defectSeverity } from '../defect.ts';
import type { TurnRequest } from '../role-player.ts';
import { outputOf } from './accounting.ts';
import { challengeList, challengesOf, countBySeverity, mostChallenges } from './challenges.ts';
import { findChainDefects } from './checks/examine.ts';
import type { Finding } from './checks/finding.ts';
import { confidenceOfSearch } from './confidence.ts';
import { positionOn } from './positions.ts';
import { notRaised } from './raised.ts';
import type { RoleScript } from './script.ts';

/** The tool is capped at three a round (seed 002 §6.2): the gravest are flagged, the others only challenged. */
const mostFlags = 3;

/**
 * Compares every claim with its evidence, computes its calculation again, follows its chains; flags and challenges what
 * fails.
 */
export function* sanadBreakerChallenges(request: TurnRequest): RoleScript {
  const { registry, state } = request;
  const all = findChainDefects(registry);
  const found = notRaised(all, state);
  const flagged = found.slice(0, mostFlags);
  for (const finding of flagged) yield flagOf(finding);
  const challenges = challengesOf(found, request);
  const checkable = registry.caseFile.claims.filter(
    (claim) => claim.evidence_refs.length > 0 || claim.calc_id !== null,
  );
  const confidence = confidenceOfSearch(all, checkable.length, registry.caseFile.claims.length);
  const later = found.length > mostChallenges ? ` ${found.length - mostChallenges} more follow in the next round.` : '';
  const content =
    found.length === 0
      ? 'Value, unit, period, calculation and chain of every claim that has evidence were checked; ' +
        `${all.length === 0 ? 'nothing was found' : 'nothing new was found'}.`
      : `Defects in the chains of these claims (${countBySeverity(found)}).${later}\n${challengeList(challenges)}`;
  return outputOf(request, {
    content,
    structured: { position: positionOn(all, registry), challenges: [...challenges] },
    claimIds: (found.length === 0 ? checkable : found.map(({ claimId }) => ({ claim_id: claimId }))).map(
      (claim) => claim.claim_id,
    ),
    confidence,
    confidenceWhy:
      all.length === 0
        ? 'Nothing found: 0.50, and up to 0.90 by the part of the claims that could be checked ' +
          `(${checkable.length} of ${registry.caseFile.claims.length})`
        : 'The surest of what was found: 0.98 for values compared or computed again, ' +
          '0.90 for values compared with words, 0.75 for what is inferred, times 0.95',
    counterHypothesis:
      all.length === 0
        ? 'A defect that stands in claim and evidence alike cannot be seen by comparing them'
        : 'The evidence may have been read wrongly into the case, with the claim right and its source too',
    failureModes: ['Words that are written in an unusual way are not read', 'Claims without evidence were not checked'],
  });
}

function flagOf(finding: Finding) {
  return {
    tool: 'flag_defect',
    args: {
      claim_id: finding.claimId,
      defect_type: finding.type,
      severity: defectSeverity[finding.type],
      description: finding.description,
      evidence_refs: [...finding.evidenceIds],
      cure_protocol: finding.cure,
    },
  };
}
