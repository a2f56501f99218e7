/** Values, units, periods and scopes that are not what the sources say. */
import type { Calculation, ValueStructure } from '../../../../core/debate/index.ts';
import {
  type Ground,
  ownEvidence,
  type Plant,
  rewriteNumber,
  withClaim,
  withEvidence,
  wrongAmount,
} from './planted.ts';

/** A claim that cites a cell, with its value. */
function cellValue(ground: Ground): ValueStructure | null {
  return ground.claim.calc_id === null && ownEvidence(ground) !== null ? ground.claim.value : null;
}

function calculationOf({ caseFile, claim }: Ground): Calculation | null {
  return caseFile.calculations.find((one) => one.calc_id === claim.calc_id) ?? null;
}

/** A change of a claim's value, in its words too. */
function stated(ground: Ground, amount: number) {
  const { claim } = ground;
  const text = rewriteNumber(claim.claim_text, claim.value?.amount ?? 0, amount);
  return { claim_text: text, value: claim.value === null ? null : { ...claim.value, amount } };
}

/** The claim states a wrong amount, in its words and in its value. */
export const digitOfClaim: Plant = (ground) => {
  const value = cellValue(ground);
  if (value === null) return null;
  return withClaim(ground.caseFile, ground.claim, stated(ground, wrongAmount(value.amount, ground.dice)));
};

/** A gain is claimed as a loss, or the other way round; the words stay. */
export const turnedSign: Plant = (ground) => {
  const value = cellValue(ground);
  if (value === null || value.amount === 0) return null;
  return withClaim(ground.caseFile, ground.claim, { value: { ...value, amount: -value.amount } });
};

/** The case read the document wrongly, and the claim follows the case. Only the words still say what is right. */
export const misreadValue: Plant = (ground) => {
  const value = cellValue(ground);
  const item = ownEvidence(ground);
  if (value === null || item?.value == null) return null;
  const amount = wrongAmount(value.amount, ground.dice);
  const changed = withEvidence(ground.caseFile, item, { value: { ...item.value, amount } });
  return withClaim(changed, ground.claim, stated(ground, amount));
};

function changeResult(ground: Ground, change: (output: ValueStructure) => ValueStructure, text: string) {
  const calculation = calculationOf(ground);
  if (calculation === null || ground.claim.value === null) return null;
  const output = change(calculation.output);
  const calculations = ground.caseFile.calculations.map((one) => (one === calculation ? { ...one, output } : one));
  return withClaim({ ...ground.caseFile, calculations }, ground.claim, {
    value: change(ground.claim.value),
    claim_text: text,
  });
}

/** The result of a calculation is a wrong amount, and the claim follows it. */
export const wrongResult: Plant = (ground) => {
  const { claim, dice } = ground;
  if (claim.value === null || claim.calc_id === null) return null;
  const amount = wrongAmount(claim.value.amount, dice);
  return changeResult(
    ground,
    (value) => ({ ...value, amount }),
    rewriteNumber(claim.claim_text, claim.value.amount, amount),
  );
};

/** A second document, as good as the first, says something else; the claim does not cite it. */
export const otherDocument: Plant = (ground) => {
  const value = cellValue(ground);
  const item = ownEvidence(ground);
  const [document] = ground.caseFile.documents;
  if (value === null || item === null || document === undefined) return null;
  const amount = wrongAmount(value.amount, ground.dice);
  const documentId = '77777777-0000-4000-8000-000000000001';
  return {
    ...ground.caseFile,
    documents: [
      ...ground.caseFile.documents,
      { ...document, document_id: documentId, title: 'Investor presentation', origin: 'the investor office' },
    ],
    evidence: [
      ...ground.caseFile.evidence,
      {
        evidence_id: '77777777-0000-4000-8000-000000000002',
        source_span: { document_id: documentId, page: 3 },
        text: `${value.metric}: ${Math.abs(amount)}`,
        value: { ...value, amount },
      },
    ],
  };
};

const words: Readonly<Record<number, string>> = { 3: 'thousand', 6: 'million', 9: 'billion' };

function otherScale(scale: number): number {
  return scale === 3 ? 6 : scale === 6 ? 3 : scale === 0 ? 3 : 6;
}

function rescaled(text: string, from: number, to: number): string {
  const [old, fresh] = [words[from], words[to]];
  if (fresh === undefined) return text;
  return old === undefined ? text : text.replace(` ${old}`, ` ${fresh}`);
}

/** The claim states another scale than its evidence: millions for thousands. */
export const scaleOfClaim: Plant = (ground) => {
  const value = cellValue(ground);
  if (value === null || value.amount === 0 || value.unit === 'percent') return null;
  const scale = otherScale(value.scale);
  return withClaim(ground.caseFile, ground.claim, {
    value: { ...value, scale },
    claim_text: rescaled(ground.claim.claim_text, value.scale, scale),
  });
};

const otherUnits: Readonly<Record<string, string>> = { USD: 'EUR', EUR: 'GBP', GBP: 'USD', percent: 'basis_points' };
const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };

/** The claim states another currency, or basis points for per cent. */
export const unitOfClaim: Plant = (ground) => {
  const value = cellValue(ground);
  const unit = otherUnits[value?.unit ?? ''];
  if (value === null || unit === undefined || value.amount === 0) return null;
  const text = ground.claim.claim_text.replace(signs[value.unit] ?? '%', signs[unit] ?? ' basis points');
  return withClaim(ground.caseFile, ground.claim, { value: { ...value, unit }, claim_text: text });
};

/** The result of a calculation is stated in another scale than its inputs. */
export const scaleOfResult: Plant = (ground) => {
  const { value, claim_text: text } = ground.claim;
  if (value === null || value.unit === 'percent' || value.unit === 'multiple' || value.amount === 0) return null;
  const scale = otherScale(value.scale);
  return changeResult(ground, (one) => ({ ...one, scale }), rescaled(text, value.scale, scale));
};

/** Document and claim are read in the wrong scale alike. Only a heading in the words of the evidence can show it. */
export const misreadScale: Plant = (ground) => {
  const value = cellValue(ground);
  const item = ownEvidence(ground);
  if (value === null || item?.value == null || value.unit === 'percent' || value.amount === 0) return null;
  const scale = otherScale(value.scale);
  const changed = withEvidence(ground.caseFile, item, { value: { ...item.value, scale } });
  return withClaim(changed, ground.claim, {
    value: { ...value, scale },
    claim_text: rescaled(ground.claim.claim_text, value.scale, scale),
  });
};

function shifted(period: string, years: number): string {
  return period.replaceAll(/\d{4}/gu, (year) => `${Number(year) + years}`);
}

/** The claim is about the year before or after that of its evidence. */
export const yearOfClaim: Plant = (ground) => {
  const value = cellValue(ground);
  if (value?.period == null || ownEvidence(ground)?.value?.period == null) return null;
  const years = ground.dice.pick([-1, 1]) ?? 1;
  const text = ground.claim.claim_text.replace(`for ${value.period}`, `for ${shifted(value.period, years)}`);
  return withClaim(ground.caseFile, ground.claim, {
    value: { ...value, period: shifted(value.period, years) },
    claim_text: text,
  });
};

/** The result of a calculation is stated for the year before or after that of its inputs. */
export const yearOfResult: Plant = (ground) => {
  const { value, claim_text: text } = ground.claim;
  if (value?.period == null) return null;
  const years = ground.dice.pick([-1, 1]) ?? 1;
  return changeResult(
    ground,
    (one) => ({ ...one, period: one.period === null ? null : shifted(one.period, years) }),
    shifted(text, years),
  );
};

/** The column was read as that of another year, and the claim follows. Only the heading still says which year it is. */
export const misreadYear: Plant = (ground) => {
  const value = cellValue(ground);
  const item = ownEvidence(ground);
  if (value?.period == null || item?.value?.period == null) return null;
  const period = shifted(value.period, ground.dice.pick([-1, 1]) ?? 1);
  const changed = withEvidence(ground.caseFile, item, { value: { ...item.value, period } });
  const text = ground.claim.claim_text.replace(`for ${value.period}`, `for ${period}`);
  return withClaim(changed, ground.claim, { value: { ...value, period }, claim_text: text });
};

/** The claim speaks of the whole where its source speaks of a part, or the other way round. */
export const otherScope: Plant = (ground) => {
  const value = cellValue(ground);
  if (value?.scope == null) return null;
  const scope = 'group, all operations';
  return withClaim(ground.caseFile, ground.claim, {
    value: { ...value, scope },
    claim_text: ground.claim.claim_text.replace(`(${value.scope})`, `(${scope})`),
  });
};

/** The claim names another line of the table than the one that it cites. */
export const otherMetric: Plant = (ground) => {
  const value = cellValue(ground);
  const { caseFile, claim, dice } = ground;
  const others = caseFile.claims.filter(
    (one) => one.calc_id === null && one.value !== null && one.value.metric !== value?.metric,
  );
  const metric = dice.pick(others)?.value?.metric;
  if (value === null || metric === undefined) return null;
  return withClaim(caseFile, claim, {
    value: { ...value, metric },
    claim_text: claim.claim_text.replace(value.metric, metric),
  });
};

/** Claim, evidence and its words all say a hundred thousand times too much. */
export const absurdSize: Plant = (ground) => {
  const value = cellValue(ground);
  const item = ownEvidence(ground);
  if (value === null || item?.value == null || value.amount === 0 || value.unit === 'percent') return null;
  const amount = value.amount * 100_000;
  const changed = withEvidence(ground.caseFile, item, {
    value: { ...item.value, amount },
    text: rewriteNumber(item.text, value.amount, amount),
  });
  return withClaim(changed, ground.claim, stated(ground, amount));
};
