import { compute } from '../calculation/compute.ts';
import { areComparable, compareStated } from '../calculation/stated-value.ts';
import type { Claim, ClaimVerdict } from '../case/case-file.ts';
import type { CaseIndex } from '../case/case-index.ts';
import type { ValueStructure } from '../case/value.ts';
import type { Defect } from '../defect.ts';
import { assertsFact } from '../muhasabah/detector.ts';
import type { ResolvedChain } from './chains.ts';

/**
 * What its own evidence says of a claim (D10), by computation. SUBJECTIVE: it states nothing that could be checked.
 * VERIFIED: every comparable value agrees, or the calculation does. INFLATED: it states more than any of them.
 * CONTRADICTED: they differ otherwise. UNVERIFIED: nothing comparable is there, or a FATAL defect is open.
 */
export function verdictOf(
  claim: Claim,
  chains: readonly ResolvedChain[],
  defects: readonly Defect[],
  index: CaseIndex,
): ClaimVerdict {
  const { value } = claim;
  if (value === null && !assertsFact(claim.claim_text)) return 'SUBJECTIVE';
  if (value === null || defects.some((defect) => defect.status === 'OPEN' && defect.severity === 'FATAL')) {
    return 'UNVERIFIED';
  }
  const comparisons = sourceValues(claim, chains, index)
    .filter((source) => areComparable(value, source))
    .map((source) => compareStated(value, source));
  if (comparisons.length === 0) return 'UNVERIFIED';
  if (comparisons.every((one) => one === 'agrees')) return 'VERIFIED';
  return comparisons.every((one) => one === 'exceeds') ? 'INFLATED' : 'CONTRADICTED';
}

function sourceValues(claim: Claim, chains: readonly ResolvedChain[], index: CaseIndex): readonly ValueStructure[] {
  const stated = chains.flatMap((chain) => chain.evidence.flatMap(({ value }) => (value === null ? [] : [value])));
  const calculation = claim.calc_id === null ? null : index.calculation(claim.calc_id);
  if (calculation === null) return stated;
  const { computed, agrees } = compute(calculation, index);
  if (computed === null) return stated;
  // A result that the case states rightly is compared as it stands there: its places say how exact it is meant.
  const { output } = calculation;
  return [...stated, agrees ? output : { ...output, amount: computed / 10 ** output.scale }];
}
