import type { Claim, EvidenceItem } from '../case/case-file.ts';
import type { CaseIndex } from '../case/case-index.ts';

/** The evidence that a claim cites and the case has, in the order of the claim. */
export function citedBy(claim: Claim, index: CaseIndex): readonly EvidenceItem[] {
  return claim.evidence_refs.map((id) => index.evidence(id)).filter((item) => item !== null);
}
