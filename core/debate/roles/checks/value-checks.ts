import type { Claim, EvidenceItem } from '../../case/case-file.ts';
import type { CaseIndex } from '../../case/case-index.ts';
import type { ValueStructure } from '../../case/value.ts';
import { type DefectType, usualCure } from '../../defect.ts';
import { citedBy } from '../cited-by.ts';
import { claimName, shortened } from '../naming.ts';
import { readQuantities } from '../reading/quantity.ts';
import { overlap } from '../reading/words.ts';
import { compareValues, type Difference, describeAmount, lastPlace } from './compare-values.ts';
import { computed, type Finding, read } from './finding.ts';

/** Names of metrics that share at least this part of their words are taken for the same metric. */
export const sameMetric = 0.5;

/**
 * Compares what a claim states with the values of the evidence that it cites. A claim that states a result of a
 * calculation is computed again instead.
 */
export function checkAgainstEvidence(claim: Claim, index: CaseIndex): readonly Finding[] {
  const { value } = claim;
  if (value === null || claim.calc_id !== null) return [];
  const valued = citedBy(claim, index).filter((item) => item.value !== null);
  if (valued.length === 0) return checkAgainstWords(claim, value, index);
  const about = valued.filter((item) => overlap(value.metric, item.value?.metric ?? '') >= sameMetric);
  if (about.length === 0) {
    const metrics = valued.map((item) => `"${item.value?.metric}"`).join(', ');
    return [
      {
        claimId: claim.claim_id,
        type: 'SCOPE_DRIFT',
        evidenceIds: valued.map((item) => item.evidence_id),
        description: `The claim is about "${value.metric}", but the evidence that it cites measures only ${metrics}.`,
        cure: 'REQUEST_SOURCE',
        certainty: read,
      },
    ];
  }
  const [closest] = about
    .map((item) => ({ item, differences: compareValues(value, item.value ?? value) }))
    .sort((one, other) => one.differences.length - other.differences.length);
  if (closest === undefined) return [];
  return closest.differences.map((difference) => differs(claim, closest.item, difference, index));
}

function differs(claim: Claim, item: EvidenceItem, { type, sentence }: Difference, index: CaseIndex): Finding {
  return {
    claimId: claim.claim_id,
    type,
    evidenceIds: [item.evidence_id],
    description:
      `The claim ${claimName(claim, index)} does not follow from its evidence "${shortened(item.text)}": ` +
      `${sentence}.`,
    cure: usualCure[type],
    certainty: computed,
  };
}

/** The evidence has no values that were read: some number of its words must be the stated one. */
function checkAgainstWords(claim: Claim, value: ValueStructure, index: CaseIndex): readonly Finding[] {
  const cited = citedBy(claim, index);
  const found = cited.flatMap((item) => readQuantities(item.text).filter((quantity) => !quantity.mayBeYear));
  if (found.length === 0) return [];
  const sizes = found.map(({ amount, scale }) => ({ size: Math.abs(amount), scale }));
  const stated = Math.abs(value.amount);
  const tolerance = lastPlace(value.amount) / 2;
  if (sizes.some(({ size, scale }) => Math.abs(inScale(size, scale, value.scale) - stated) <= tolerance)) return [];
  const otherScale = sizes.some(({ size }) => Math.abs(size - stated) <= tolerance);
  const type: DefectType = otherScale ? 'UNIT_MISMATCH' : 'INCONSISTENCY';
  return [
    {
      claimId: claim.claim_id,
      type,
      evidenceIds: cited.map((item) => item.evidence_id),
      description:
        `The claim states ${describeAmount(value)} for "${value.metric}"; ` +
        'no number in the words of its evidence is that value.',
      cure: usualCure[type],
      certainty: read,
    },
  ];
}

function inScale(size: number, scale: number | null, wanted: number): number {
  return scale === null ? size : size * 10 ** (scale - wanted);
}
