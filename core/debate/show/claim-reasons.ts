import type { ClaimVerdict } from '../case/case-file.ts';
import type { ClaimStanding } from '../claim-registry.ts';
import { bestGrade } from '../sanad/grade.ts';
import { countOpen } from './claim-chip.ts';

const verdictReasons: Readonly<Record<ClaimVerdict, string>> = {
  VERIFIED: 'Every comparable value in its evidence agrees with it.',
  INFLATED: 'It states more than its evidence does.',
  CONTRADICTED: 'Its evidence states something else.',
  UNVERIFIED: 'Nothing in its evidence can be compared with it.',
  SUBJECTIVE: 'It states nothing that could be checked.',
};

/** Why a claim has its grade and its verdict, a sentence for each reason (D10). */
export function claimReasons(standing: ClaimStanding): readonly string[] {
  const { chains, claim_verdict: verdict, corroboration_status: corroboration } = standing;
  const [fatal, major] = [countOpen(standing, 'FATAL'), countOpen(standing, 'MAJOR')];
  const best = bestGrade(chains.map((chain) => chain.grade));
  const carried =
    chains.length === 0
      ? 'No chain carries it, so nothing raises it above D.'
      : `The weakest source of its best chain is graded ${best}.`;
  return [
    carried,
    ...(fatal > 0 ? [`An open fatal defect makes it D.`] : []),
    ...(fatal === 0 && major > 0 ? [`Each open major defect lowers it by one grade; it has ${major}.`] : []),
    ...(fatal === 0 && major === 0 && corroboration === 'MUTAWATIR'
      ? ['Three or more independent chains raise it by one grade.']
      : []),
    fatal > 0 && verdict === 'UNVERIFIED'
      ? 'Under an open fatal defect its values are not compared.'
      : verdictReasons[verdict],
  ];
}
