import type { Claim, EvidenceItem } from '../../case/case-file.ts';
import type { CaseIndex } from '../../case/case-index.ts';
import type { ValueStructure } from '../../case/value.ts';
import { usualCure } from '../../defect.ts';
import { bestGrade } from '../../sanad/grade.ts';
import { citedBy } from '../cited-by.ts';
import { claimName, shortened } from '../naming.ts';
import { compareValues } from './compare-values.ts';
import { computed, type Finding } from './finding.ts';
import { alike, keyOf } from './source-checks.ts';

/** Finds claims that say different things of the same metric, period and scope. */
export function contradictingClaims(index: CaseIndex): readonly Finding[] {
  const stating = index.caseFile.claims.filter((claim) => claim.value !== null);
  const groups = Map.groupBy(stating, (claim) => (claim.value === null ? '' : keyOf(claim.value)));
  return [...groups.values()].flatMap((group) => group.flatMap((claim) => against(claim, group, index)));
}

function against(claim: Claim, group: readonly Claim[], index: CaseIndex): readonly Finding[] {
  for (const other of group) {
    if (other === claim || claim.value === null || other.value === null) continue;
    const [difference] = compareValues(claim.value, other.value);
    if (difference === undefined || standApart(citedBy(claim, index), citedBy(other, index))) continue;
    const shown = [...new Set([...claim.evidence_refs, ...other.evidence_refs])].filter(
      (id) => index.evidence(id) !== null,
    );
    if (shown.length === 0) continue;
    const both = `${claimName(claim, index)} and ${claimName(other, index)}`;
    const description = `The claims ${both} contradict each other: ${difference.sentence}.`;
    return [{ ...finding(claim, shown, description), certainty: computed }];
  }
  return [];
}

/** Finds claims that an uncited document of the same or a lower grade contradicts. */
export function contradictingDocuments(claim: Claim, index: CaseIndex): readonly Finding[] {
  const { value } = claim;
  if (value === null) return [];
  const cited = citedBy(claim, index);
  const documents = new Set(cited.map((item) => item.source_span.document_id));
  const best = bestGrade(cited.map(index.sourceGrade));
  for (const item of alike(value, index)) {
    if (documents.has(item.source_span.document_id) || index.sourceGrade(item) < best) continue;
    const difference = differenceTo(value, item);
    if (difference === null) continue;
    const description =
      `${claimName(claim, index)} is contradicted across documents by "${shortened(item.text)}": ` + `${difference}.`;
    return [{ ...finding(claim, [item.evidence_id], description), certainty: computed }];
  }
  return [];
}

function differenceTo(value: ValueStructure, item: EvidenceItem): string | null {
  const [difference] = item.value === null ? [] : compareValues(value, item.value);
  return difference?.sentence ?? null;
}

/** Two lines of one table with the same name are two things, not a contradiction. */
function standApart(one: readonly EvidenceItem[], other: readonly EvidenceItem[]): boolean {
  const cells = (items: readonly EvidenceItem[]): readonly EvidenceItem['source_span'][] =>
    items.map((item) => item.source_span).filter((span) => span.row !== undefined);
  return cells(one).some((left) =>
    cells(other).some(
      (right) =>
        left.document_id === right.document_id &&
        left.table === right.table &&
        (left.row !== right.row || left.column !== right.column),
    ),
  );
}

function finding(claim: Claim, evidenceIds: readonly string[], description: string) {
  return {
    claimId: claim.claim_id,
    type: 'INCONSISTENCY' as const,
    evidenceIds,
    description,
    cure: usualCure.INCONSISTENCY,
  };
}
