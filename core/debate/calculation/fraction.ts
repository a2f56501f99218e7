/** An exact number: `numerator / denominator`, in lowest terms, the denominator above zero. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function lowest(numerator: bigint, denominator: bigint): Fraction {
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, sign * denominator) * sign;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** `10^exponent`, also for negative exponents. */
export function powerOfTen(exponent: number): Fraction {
  return exponent >= 0
    ? { numerator: 10n ** BigInt(exponent), denominator: 1n }
    : { numerator: 1n, denominator: 10n ** BigInt(-exponent) };
}

/** The decimal that a person wrote, not the binary double it became: 0.1 is one tenth. `value` must be finite. */
export function fractionOf(value: number): Fraction {
  const { digits, decimals } = decimalDigits(value);
  return multiply({ numerator: digits, denominator: 1n }, powerOfTen(-decimals));
}

/** The places after the point that the shortest form of a number has: 2 for 12.25, 0 for 1500, 7 for 1e-7. */
export function decimalPlaces(value: number): number {
  return Math.max(decimalDigits(value).decimals, 0);
}

function decimalDigits(value: number): { readonly digits: bigint; readonly decimals: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', rest = ''] = mantissa.split('.');
  return { digits: BigInt(whole + rest), decimals: rest.length - Number(exponent) };
}

/** `left + right`, exact and in lowest terms. */
export function add(left: Fraction, right: Fraction): Fraction {
  return lowest(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

/** The same distance on the other side of zero; the denominator stays above zero. */
export function negate({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}

/** `left - right`, exact and in lowest terms. */
export function subtract(left: Fraction, right: Fraction): Fraction {
  return add(left, negate(right));
}

/** `left × right`, exact and in lowest terms. */
export function multiply(left: Fraction, right: Fraction): Fraction {
  return lowest(left.numerator * right.numerator, left.denominator * right.denominator);
}

/** `right` must not be zero. */
export function divide(left: Fraction, right: Fraction): Fraction {
  return lowest(left.numerator * right.denominator, left.denominator * right.numerator);
}

/** What is left of a division that goes towards zero; it has the sign of `left`. `right` must not be zero. */
export function remainder(left: Fraction, right: Fraction): Fraction {
  const whole = divide(left, right);
  return subtract(left, multiply(right, { numerator: whole.numerator / whole.denominator, denominator: 1n }));
}

/** Below zero when `left` is less, zero when both are equal, above zero when it is more. */
export function compare(left: Fraction, right: Fraction): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The distance from zero: never negative. */
export function magnitude(value: Fraction): Fraction {
  return value.numerator < 0n ? negate(value) : value;
}

/** The digits of numerator and denominator together: how large a number has grown. */
export function digitsOf({ numerator, denominator }: Fraction): number {
  return numerator.toString().length + denominator.toString().length;
}

/** The nearest double. */
export function numberOf(value: Fraction): number {
  const { numerator, denominator } = magnitude(value);
  const sign = value.numerator < 0n ? -1 : 1;
  // Twenty significant digits are more than a double holds.
  const shift = 20 - (numerator.toString().length - denominator.toString().length);
  const scaled =
    shift >= 0 ? (numerator * 10n ** BigInt(shift)) / denominator : numerator / (denominator * 10n ** BigInt(-shift));
  return sign * Number(`${scaled}e${-shift}`);
}
