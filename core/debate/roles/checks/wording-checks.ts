import type { Claim } from '../../case/case-file.ts';
import type { CaseIndex } from '../../case/case-index.ts';
import type { ValueStructure } from '../../case/value.ts';
import { type DefectType, usualCure } from '../../defect.ts';
import { citedBy } from '../cited-by.ts';
import { claimName, shortened } from '../naming.ts';
import { yearsIn, yearsOfPeriod } from '../reading/period.ts';
import { type Quantity, readCaptionScale, readQuantities } from '../reading/quantity.ts';
import { describeAmount, lastPlace } from './compare-values.ts';
import { type Finding, read } from './finding.ts';

/** Compares the value of a claim, and the values of its evidence, with the words that stand beside them. */
export function checkWording(claim: Claim, index: CaseIndex): readonly Finding[] {
  const cited = citedBy(claim, index);
  const ids = cited.map((item) => item.evidence_id);
  const own = claim.value === null || ids.length === 0 ? [] : misreadings(claim.claim_text, claim.value, 'claim');
  const found = own.map((reading) => finding(claim, ids, reading, 'The words of the claim', index));
  for (const item of cited) {
    if (item.value === null) continue;
    for (const reading of misreadings(item.text, item.value, 'evidence')) {
      found.push(
        finding(claim, [item.evidence_id], reading, `The words of its evidence "${shortened(item.text)}"`, index),
      );
    }
  }
  return found;
}

interface Misreading {
  readonly type: DefectType;
  readonly sentence: string;
}

function finding(
  claim: Claim,
  evidenceIds: readonly string[],
  reading: Misreading,
  where: string,
  index: CaseIndex,
): Finding {
  return {
    claimId: claim.claim_id,
    type: reading.type,
    evidenceIds,
    description:
      `${where} do not say what the value beside them says for ${claimName(claim, index)}: ` + `${reading.sentence}.`,
    cure: usualCure[reading.type],
    certainty: read,
  };
}

/** Where words and value disagree. Words that name no number, unit or year say nothing. */
function misreadings(text: string, value: ValueStructure, of: 'claim' | 'evidence'): readonly Misreading[] {
  const quantities = readQuantities(text);
  const numbers = quantities.filter((quantity) => !quantity.mayBeYear || quantity.amount === value.amount);
  const same = numbers.filter((quantity) => isAmount(quantity, value));
  return [
    numbers.length > 0 && same.length === 0 ? otherNumber(value) : null,
    of === 'evidence' ? otherSign(same, value) : null,
    otherUnit(same, value),
    otherScale(text, same, value),
    otherPeriod(text, value),
  ].filter((one) => one !== null);
}

function otherNumber(value: ValueStructure): Misreading {
  return { type: 'INCONSISTENCY', sentence: `the value is ${describeAmount(value)}, and no number there is` };
}

function otherSign(same: readonly Quantity[], value: ValueStructure): Misreading | null {
  if (same.length === 0 || !same.every((quantity) => isTurned(quantity, value))) return null;
  return { type: 'INCONSISTENCY', sentence: `the value is ${describeAmount(value)}, the sign there is the other` };
}

function otherUnit(same: readonly Quantity[], value: ValueStructure): Misreading | null {
  const units = same.flatMap(({ unit }) => (unit === null ? [] : [unit]));
  if (units.length === 0 || units.includes(value.unit)) return null;
  return { type: 'UNIT_MISMATCH', sentence: `the unit is ${value.unit}, there it is ${units.join(' or ')}` };
}

function otherScale(text: string, same: readonly Quantity[], value: ValueStructure): Misreading | null {
  const scales = same.flatMap(({ scale }) => (scale === null ? [] : [scale]));
  const caption = readCaptionScale(text);
  const named = scales.length > 0 ? scales : caption === null || isRelative(value) ? [] : [caption];
  if (named.length === 0 || named.includes(value.scale)) return null;
  if (same.some((quantity) => isExact(quantity, value))) return null;
  const sentence = `the power of ten is ${value.scale}, there it is ${named.join(' or ')}`;
  return { type: 'UNIT_MISMATCH', sentence };
}

function otherPeriod(text: string, value: ValueStructure): Misreading | null {
  const years = yearsIn(text);
  const period = value.period === null ? null : yearsOfPeriod(value.period);
  if (years.length === 0 || period === null || period.some((year) => years.includes(year))) return null;
  const sentence = `the period is ${value.period}, there it is ${years.join(', ')}`;
  return { type: 'TIME_WINDOW_MISMATCH', sentence };
}

function isRelative({ unit }: ValueStructure): boolean {
  return ['percent', 'basis_points', 'multiple', 'ratio'].includes(unit);
}

function isAmount(quantity: Quantity, value: ValueStructure): boolean {
  const size = Math.abs(quantity.amount);
  const stated = Math.abs(value.amount);
  const tolerance = (lastPlace(value.amount) / 2) * (1 + 1e-9);
  return Math.abs(size - stated) <= tolerance || isExact(quantity, value);
}

/** The same size when the word beside the number is taken into account. */
function isExact({ amount, scale, decimals }: Quantity, value: ValueStructure): boolean {
  const size = Math.abs(amount) * 10 ** (scale ?? 0);
  const stated = Math.abs(value.amount) * 10 ** value.scale;
  const tolerance = Math.max(10 ** ((scale ?? 0) - decimals), lastPlace(value.amount) * 10 ** value.scale) / 2;
  return Math.abs(size - stated) <= tolerance * (1 + 1e-9);
}

function isTurned({ amount, negative }: Quantity, value: ValueStructure): boolean {
  return amount !== 0 && value.amount !== 0 && negative !== value.amount < 0;
}
