import type { Claim, EvidenceItem } from '../../case/case-file.ts';
import type { CaseIndex } from '../../case/case-index.ts';
import type { ValueStructure } from '../../case/value.ts';
import { usualCure } from '../../defect.ts';
import { bestGrade } from '../../sanad/grade.ts';
import { citedBy } from '../cited-by.ts';
import { claimName, shortened } from '../naming.ts';
import { oncePerCase } from '../once-per-case.ts';
import { normalPeriod, yearsOfPeriod } from '../reading/period.ts';
import { normalName } from '../reading/words.ts';
import { compareValues, describeAmount } from './compare-values.ts';
import { computed, type Finding, inferred } from './finding.ts';

/** An annual report is replaced after twelve months and may be six months late: older sources are stale. Days. */
const staleAfter = 548;
const day = 86_400_000;

/** Finds claims whose newest source is older than the next one would be (D9, STALENESS). */
export function checkStaleness(claim: Claim, index: CaseIndex): readonly Finding[] {
  const cited = citedBy(claim, index);
  const published = cited.flatMap((item) => index.document(item.source_span.document_id)?.published ?? []);
  const newest = published.toSorted().at(-1);
  if (newest === undefined || published.length < cited.length) return [];
  const age = Math.floor((Date.parse(index.caseFile.as_of) - Date.parse(newest)) / day);
  if (age <= staleAfter) return [];
  const description =
    `The newest source of ${claimName(claim, index)} is of ${newest}, ` +
    `${age} days before ${index.caseFile.as_of}; a newer one should be there by then.`;
  return [{ ...finding(claim, 'STALENESS', cited, description), certainty: inferred }];
}

/** Finds better sources that the claim does not cite and that say something else about the same thing. */
export function checkStrongerSources(claim: Claim, index: CaseIndex): readonly Finding[] {
  const { value } = claim;
  if (value === null) return [];
  const cited = citedBy(claim, index);
  const documents = new Set(cited.map((item) => item.source_span.document_id));
  const own = bestGrade(cited.map(index.sourceGrade));
  for (const item of alike(value, index)) {
    if (documents.has(item.source_span.document_id) || index.sourceGrade(item) >= own) continue;
    const [difference] = compareValues(value, item.value ?? value);
    if (difference === undefined) continue;
    const better = `"${shortened(item.text)}" (grade ${index.sourceGrade(item)})`;
    const description =
      `The better source ${better} contradicts ${claimName(claim, index)} (grade ${own}): ` + `${difference.sentence}.`;
    return [{ ...finding(claim, 'ANOMALY_VS_STRONGER_SOURCES', [item], description), certainty: computed }];
  }
  return [];
}

const byKey = oncePerCase(({ caseFile }) =>
  Map.groupBy(
    caseFile.evidence.filter((item) => item.value !== null),
    (item) => (item.value === null ? '' : keyOf(item.value)),
  ),
);

/** Evidence that measures the same metric in the same period and scope, wherever it stands. */
export function alike(value: ValueStructure, index: CaseIndex): readonly EvidenceItem[] {
  return byKey(index).get(keyOf(value)) ?? [];
}

/** The same for values that measure the same thing. */
export function keyOf({ metric, period, scope }: ValueStructure): string {
  return JSON.stringify([normalName(metric), period === null ? null : normalPeriod(period), normalName(scope ?? '')]);
}

/** Things that are counted one by one. */
const countable = new Set(['employees', 'people', 'persons', 'customers', 'stores', 'patients', 'users']);
/** A part of something cannot be more than all of it. */
const shareWords = /\b(?:share of|proportion|percentage of|portion of|utili[sz]ation|ownership|occupancy)\b/iu;
/** A value this many times larger than in another period of the same table row is a slip, not growth. */
const leap = 1_000;

/** Finds values that cannot be, whatever the sources say (D9, IMPLAUSIBILITY). */
export function checkPlausibility(claim: Claim, index: CaseIndex): readonly Finding[] {
  const { value } = claim;
  const cited = citedBy(claim, index);
  if (value === null || cited.length === 0) return [];
  const why = impossible(value) ?? leaps(claim, value, index);
  if (why === null) return [];
  const description = `${claimName(claim, index)} cannot be right whatever its sources say: ${why}.`;
  return [{ ...finding(claim, 'IMPLAUSIBILITY', cited, description), certainty: inferred }];
}

function impossible(value: ValueStructure): string | null {
  const { amount, scale, unit, metric } = value;
  if (countable.has(unit.toLowerCase()) && !Number.isInteger(Math.round(amount * 10 ** scale * 1e6) / 1e6)) {
    return `${describeAmount(value)} is no whole number`;
  }
  if (countable.has(unit.toLowerCase()) && amount < 0) return `${describeAmount(value)} is less than none`;
  if (unit === 'percent' && shareWords.test(metric) && (amount * 10 ** scale > 100 || amount < 0)) {
    return `${describeAmount(value)} of "${metric}" is more than all of it or less than none`;
  }
  return null;
}

/**
 * Finds values whose power of ten is not that of the other years in the same row, where the amounts are of one size.
 */
export function checkRowScale(claim: Claim, index: CaseIndex): readonly Finding[] {
  for (const item of citedBy(claim, index)) {
    const { value, source_span: span } = item;
    if (value === null || value.amount === 0 || span.table === undefined || span.row === undefined) continue;
    const others = otherYears(value, rowMates(span.document_id, span.table, span.row, index));
    const [first] = others;
    const same = (other: ValueStructure): boolean =>
      other.scale === first?.scale && Math.abs(Math.log10(Math.abs(other.amount / value.amount))) < 1;
    if (first === undefined || first.scale === value.scale || !others.every(same)) continue;
    const description =
      `${claimName(claim, index)} is read with the power of ten ${value.scale}; ` +
      `in the same row ${first.period} has ${describeAmount(first)}.`;
    return [{ ...finding(claim, 'UNIT_MISMATCH', [item], description), certainty: inferred }];
  }
  return [];
}

/** What the same row says of other years, in the same unit. */
function otherYears(value: ValueStructure, row: readonly EvidenceItem[]): readonly ValueStructure[] {
  return row.flatMap(({ value: other }) => {
    if (other?.unit !== value.unit || other.amount === 0 || other.period === null) return [];
    return other.period === value.period || yearsOfPeriod(other.period) === null ? [] : [other];
  });
}

/** Compares with the same row of the same table in other years. */
function leaps(claim: Claim, value: ValueStructure, index: CaseIndex): string | null {
  const size = Math.abs(value.amount) * 10 ** value.scale;
  const cited = citedBy(claim, index);
  if (size === 0 || value.period === null || yearsOfPeriod(value.period) === null || claim.calc_id !== null)
    return null;
  for (const { source_span: span } of cited) {
    if (span.table === undefined || span.row === undefined) continue;
    const others = otherYears(value, rowMates(span.document_id, span.table, span.row, index));
    const [first] = others;
    if (first === undefined) continue;
    const ratios = others.map((other) => size / (Math.abs(other.amount) * 10 ** other.scale));
    // One other column may hold something else, such as the amount per share; all of them do not.
    if (ratios.some((ratio) => ratio < leap)) continue;
    return (
      `it is at least ${Math.round(Math.min(...ratios))} times what it is in any other year, ` +
      `${describeAmount(first)} in ${first.period}`
    );
  }
  return null;
}

const byRow = oncePerCase(({ caseFile }) =>
  Map.groupBy(caseFile.evidence, ({ source_span: span }) => `${span.document_id}/${span.table}/${span.row}`),
);

function rowMates(document: string, table: number, row: number, index: CaseIndex): readonly EvidenceItem[] {
  return byRow(index).get(`${document}/${table}/${row}`) ?? [];
}

function finding(claim: Claim, type: Finding['type'], shown: readonly EvidenceItem[], description: string) {
  const evidenceIds = shown.map((item) => item.evidence_id);
  return { claimId: claim.claim_id, type, evidenceIds, description, cure: usualCure[type] };
}
