import type { ValueStructure } from '../../case/value.ts';
import type { DefectType } from '../../defect.ts';
import { normalPeriod } from '../reading/period.ts';
import { normalName } from '../reading/words.ts';

/** One way in which a stated value differs from a found one, as the defect that it is. */
export interface Difference {
  readonly type: DefectType;
  readonly sentence: string;
}

/** What one side leaves unsaid is no difference. */
function agreeInWords(one: string | null, other: string | null, normal: (text: string) => string): boolean {
  return one === null || other === null || normal(one) === normal(other);
}

/**
 * How a stated value differs from what was found for the same metric: unit, power of ten, period, scope, then sign and
 * amount. Amounts are equal within half of the last place of the less precise one. Empty when they agree.
 */
export function compareValues(stated: ValueStructure, found: ValueStructure): readonly Difference[] {
  const differences: Difference[] = [];
  const add = (type: DefectType, sentence: string): void => void differences.push({ type, sentence });
  const [one, other] = [inBaseUnit(stated), inBaseUnit(found)];
  const sameUnit = one.unit === other.unit;
  if (!sameUnit) add('UNIT_MISMATCH', `the unit is ${stated.unit}, found is ${found.unit}`);
  const samePeriod = agreeInWords(stated.period, found.period, normalPeriod);
  if (!samePeriod) add('TIME_WINDOW_MISMATCH', `the period is ${stated.period}, found is ${found.period}`);
  const sameScope = agreeInWords(stated.scope, found.scope, normalName);
  if (!sameScope) add('SCOPE_DRIFT', `the scope is "${stated.scope}", found is "${found.scope}"`);
  if (!samePeriod || !sameScope) return differences;
  const words = `stated is ${describeAmount(stated)}, found is ${describeAmount(found)}`;
  if (!sameUnit) return differences;
  if (agree(one, other)) return differences;
  if (agree({ ...one, value: -one.value }, other)) add('INCONSISTENCY', `the sign is turned: ${words}`);
  else if (isScaleError(one.value, other.value)) add('UNIT_MISMATCH', `the power of ten differs: ${words}`);
  else add('INCONSISTENCY', words);
  return differences;
}

/** The value with its scale, its unit in lower case, basis points as percent. */
interface BaseValue {
  readonly value: number;
  readonly precision: number;
  readonly unit: string;
}

function inBaseUnit({ amount, scale, unit }: ValueStructure): BaseValue {
  const name = unit.toLowerCase();
  const factor = (name === 'basis_points' ? 0.01 : 1) * 10 ** scale;
  return {
    value: amount * factor,
    precision: lastPlace(amount) * factor,
    unit: name === 'basis_points' ? 'percent' : name,
  };
}

/** The place value of the last digit that is written: 0.1 for 12.5, 1 for 1,400. */
export function lastPlace(amount: number): number {
  const text = `${Math.abs(amount)}`;
  const [mantissa = '', exponent = '0'] = text.split('e');
  const decimals = mantissa.includes('.') ? mantissa.length - mantissa.indexOf('.') - 1 : 0;
  return 10 ** (Number(exponent) - decimals);
}

function agree(one: BaseValue, other: BaseValue): boolean {
  const tolerance = Math.max(one.precision, other.precision) / 2;
  return Math.abs(one.value - other.value) <= tolerance * (1 + 1e-9);
}

/** Off by a hundred, or by a thousand or more, and by nothing else. */
function isScaleError(one: number, other: number): boolean {
  if (one === 0 || other === 0 || Math.sign(one) !== Math.sign(other)) return false;
  const power = Math.log10(one / other);
  return Math.abs(power) > 1.5 && Math.abs(power - Math.round(power)) < 1e-3;
}

/** `12.4 × 10^6 USD`. */
export function describeAmount({ amount, scale, unit }: ValueStructure): string {
  return scale === 0 ? `${amount} ${unit}` : `${amount} × 10^${scale} ${unit}`;
}
