import type { ValueStructure } from '../case/value.ts';

const scaleWords: Readonly<Record<number, string>> = { 3: 'thousand', 6: 'million', 9: 'billion', 12: 'trillion' };
const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

/** An amount with its scale and unit: `12.4 million USD`, `61 percent`, `5 × 10^-2 USD`. */
export function amountText({ amount, scale, unit }: Pick<ValueStructure, 'amount' | 'scale' | 'unit'>): string {
  const scaled = scale === 0 ? '' : ` ${scaleWords[scale] ?? `× 10^${scale}`}`;
  return `${digits.format(amount)}${scaled} ${unit.replaceAll('_', ' ')}`;
}

/** A value with what it measures: `12.4 million USD net revenue, 2019, group`. */
export function valueText(value: ValueStructure): string {
  const where = [value.period, value.scope].filter((part) => part !== null);
  return [`${amountText(value)} ${value.metric}`, ...where].join(', ');
}
