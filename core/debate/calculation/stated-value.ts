import type { ValueStructure } from '../case/value.ts';
import {
  compare,
  decimalPlaces,
  divide,
  type Fraction,
  fractionOf,
  magnitude,
  multiply,
  powerOfTen,
  subtract,
} from './fraction.ts';

/** `amount × 10^scale`, exactly. */
export function exactValue({ amount, scale }: ValueStructure): Fraction {
  return multiply(fractionOf(amount), powerOfTen(scale));
}

/** Half a unit of the last place that was written: 12.4 million stands for anything within 50,000 of it. */
export function statedPrecision({ amount, scale }: ValueStructure): Fraction {
  return divide(powerOfTen(scale - decimalPlaces(amount)), fractionOf(2));
}

/** Whether `exact` is what `stated` says, as precisely as it says it; both ends of the interval count. */
export function agreesWith(exact: Fraction, stated: ValueStructure): boolean {
  return compare(magnitude(subtract(exact, exactValue(stated))), statedPrecision(stated)) <= 0;
}

/** A number kept in proportion to the unit it is compared in: percent and basis points measure the same thing. */
const unitFactors = new Map<string, { readonly unit: string; readonly factor: Fraction }>([
  ['percent', { unit: 'percent', factor: powerOfTen(0) }],
  ['%', { unit: 'percent', factor: powerOfTen(0) }],
  ['basis_points', { unit: 'percent', factor: powerOfTen(-2) }],
]);

function inBaseUnit(value: ValueStructure): { readonly unit: string; readonly factor: Fraction } {
  const unit = plainText(value.unit);
  return unitFactors.get(unit) ?? { unit, factor: powerOfTen(0) };
}

/** In one case and without spare white space: how two names of metrics, units or people are compared. */
export function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

function sameName(left: string | null, right: string | null): boolean {
  return left === right || (left !== null && right !== null && plainText(left) === plainText(right));
}

/** Whether two values measure the same thing: same metric, period, scope, and units of one kind. */
export function areComparable(left: ValueStructure, right: ValueStructure): boolean {
  return (
    sameName(left.metric, right.metric) &&
    sameName(left.period, right.period) &&
    sameName(left.scope, right.scope) &&
    inBaseUnit(left).unit === inBaseUnit(right).unit
  );
}

/**
 * How a comparable claim stands to evidence: `agrees` within the coarser of the two precisions, else which way it is
 * off.
 */
export function compareStated(claim: ValueStructure, evidence: ValueStructure): 'agrees' | 'exceeds' | 'falls-short' {
  const [left, right] = [inBaseUnit(claim), inBaseUnit(evidence)];
  const difference = subtract(multiply(exactValue(claim), left.factor), multiply(exactValue(evidence), right.factor));
  const precisions = [
    multiply(statedPrecision(claim), left.factor),
    multiply(statedPrecision(evidence), right.factor),
  ] as const;
  const tolerance = compare(precisions[0], precisions[1]) >= 0 ? precisions[0] : precisions[1];
  if (compare(magnitude(difference), tolerance) <= 0) return 'agrees';
  return difference.numerator > 0n ? 'exceeds' : 'falls-short';
}
