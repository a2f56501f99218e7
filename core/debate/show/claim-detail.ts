import type { ClaimDetail, EvidenceView } from '../../api/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { Calculation, EvidenceItem } from '../case/case-file.ts';
import { idKey } from '../case/case-index.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import type { Defect } from '../defect.ts';
import { claimChip } from './claim-chip.ts';
import { claimReasons } from './claim-reasons.ts';
import { sanadView, spanText } from './sanad-view.ts';
import { amountText, valueText } from './value-text.ts';

/**
 * A claim with what it rests on. `flaggedAt` has the event `defect.flagged` of each defect, by defect id. Error:
 * `claim-unknown`.
 */
export function claimDetail(
  registry: ClaimRegistry,
  claimId: string,
  flaggedAt: ReadonlyMap<string, number>,
): Result<ClaimDetail> {
  const [claim, standing, chip] = [registry.claim(claimId), registry.standing(claimId), claimChip(registry, claimId)];
  if (claim === null || standing === null || chip === null) {
    return fail('claim-unknown', `The case has no claim ${claimId}`, claimId);
  }
  const calculation = claim.calc_id === null ? null : registry.calculation(claim.calc_id);
  return ok({
    chip,
    text: claim.claim_text,
    claimClass: claim.claim_class,
    value: claim.value === null ? null : valueText(claim.value),
    statedBy: claim.stated_by,
    statedOn: claim.stated_on,
    why: [...claimReasons(standing)],
    evidence: evidenceOf(
      registry,
      claim.evidence_refs,
      standing.chains.flatMap((chain) => chain.evidence),
    ),
    calculation: calculation === null ? null : calculationView(registry, calculation),
    defects: standing.defects.map((defect) => defectView(defect, flaggedAt)),
    sanad: sanadView(registry, claim, standing),
  });
}

/** What the claim names, then what its chains cite besides. */
function evidenceOf(registry: ClaimRegistry, refs: readonly string[], cited: readonly EvidenceItem[]): EvidenceView[] {
  const named = refs.flatMap((id) => registry.evidence(id) ?? []);
  const every = new Map([...named, ...cited].map((item) => [idKey(item.evidence_id), item]));
  return [...every.values()].map((item) => evidenceView(registry, item));
}

function evidenceView(registry: ClaimRegistry, item: EvidenceItem): EvidenceView {
  const document = registry.document(item.source_span.document_id);
  return {
    evidenceId: item.evidence_id,
    text: item.text,
    documentId: item.source_span.document_id,
    documentTitle: document?.title ?? 'a document that the case does not have',
    documentKind: document?.kind ?? '',
    published: document?.published ?? null,
    place: spanText(item.source_span),
    grade: registry.sourceGrade(item),
    value: item.value === null ? null : valueText(item.value),
  };
}

function calculationView(registry: ClaimRegistry, calculation: Calculation): NonNullable<ClaimDetail['calculation']> {
  const { computed, agrees, formula_hash: formulaHash, inputs } = registry.computed(calculation);
  const { output } = calculation;
  return {
    calcId: calculation.calc_id,
    type: calculation.calc_type,
    formula: calculation.formula,
    formulaHash,
    codeVersion: calculation.code_version,
    inputs: inputs.map(({ name, claim_id: claimId, value }) => ({
      name,
      claimId,
      text: registry.claim(claimId)?.claim_text ?? claimId,
      value: value === null ? 'no value' : amountText(value),
      grade: registry.standing(claimId)?.claim_grade ?? 'D',
    })),
    stated: amountText(output),
    computed: computed === null ? null : amountText({ ...output, amount: shown(computed / 10 ** output.scale) }),
    agrees,
  };
}

function defectView(defect: Defect, flaggedAt: ReadonlyMap<string, number>): ClaimDetail['defects'][number] {
  return {
    defectId: defect.defect_id,
    type: defect.defect_type,
    severity: defect.severity,
    description: defect.description,
    evidenceIds: [...defect.evidence_refs],
    cure: defect.cure_protocol,
    status: defect.status,
    closedBy: defect.closed_by,
    closedReason: defect.closed_reason,
    seq: flaggedAt.get(defect.defect_id) ?? null,
  };
}

/** Ten significant digits: more than a case states, fewer than a double invents. */
function shown(amount: number): number {
  return Number(amount.toPrecision(10));
}
