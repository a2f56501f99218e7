/** What ACL2 reads: numbers, strings of bytes, keywords, symbols, t, nil and lists. */
export type Lisp =
  | number
  | boolean
  | string
  | { readonly keyword: string }
  | { readonly symbol: string }
  | { readonly pair: readonly [Lisp, Lisp] }
  | readonly Lisp[];

/** A keyword of that name. */
export const keyword = (name: string): Lisp => ({ keyword: name });

/** The printed form. Texts become their UTF-8 bytes, one character each: write the result as latin1. */
export function printLisp(value: Lisp): string {
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean') return value ? 't' : 'nil';
  if (typeof value === 'string')
    return `"${Buffer.from(value, 'utf8').toString('latin1').replaceAll(/["\\]/g, '\\$&')}"`;
  if ('keyword' in value) return `:${value.keyword}`;
  if ('symbol' in value) return value.symbol;
  if ('pair' in value) return `(${printLisp(value.pair[0])} . ${printLisp(value.pair[1])})`;
  return value.length === 0 ? 'nil' : `(${value.map(printLisp).join(' ')})`;
}

/** Exact: a fraction of a power of two is printed as a ratio. */
function printNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value.toString();
  if (Number.isInteger(value)) return BigInt(value).toString();
  const scale = 1024;
  if (!Number.isInteger(value * scale)) throw new Error(`bug: ${value} is not a multiple of 1/${scale}`);
  return `${value * scale}/${scale}`;
}
