import type { LispSymbol } from '../../languages/common-lisp/forms.ts';
import { signatureOf } from '../../languages/common-lisp/lambda-list.ts';
import { readLisp } from '../../languages/common-lisp/reader.ts';
import type { Signature } from '../../languages/model.ts';
import symbols from './symbols.json' with { type: 'json' };

export interface StandardSymbol {
  readonly kind: 'function' | 'macro' | 'special' | 'other';
  readonly signature: Signature | null;
}

/** The 978 external symbols of COMMON-LISP, with the lambda lists of its functions. */
export const standardSymbols: ReadonlyMap<string, StandardSymbol> = new Map(
  Object.entries(symbols as Readonly<Record<string, { readonly kind: string; readonly lambda_list?: string }>>).map(
    ([name, { kind, lambda_list }]) => [name, { kind: kindOf(kind), signature: readSignature(lambda_list) }],
  ),
);

/** Those that may stand at the head of a form. */
export const standardOperators: readonly string[] = [...standardSymbols]
  .filter(([, { kind }]) => kind !== 'other')
  .map(([name]) => name);

function kindOf(text: string): StandardSymbol['kind'] {
  return text === 'function' || text === 'macro' || text === 'special' ? text : 'other';
}

function readSignature(lambdaList: string | undefined): Signature | null {
  return lambdaList === undefined ? null : signatureOf(readLisp(`(${lambdaList})`).forms[0]);
}

/**
 * Whether a package is COMMON-LISP or the user's own, under the name or the nickname of the standard, in lower case.
 */
export function isStandardPackage(name: string): boolean {
  return /^(cl|common-lisp|cl-user|common-lisp-user)$/.test(name);
}

/** Whether a symbol as it is written is one of COMMON-LISP. */
export function isStandard({ name, package: prefix }: LispSymbol): boolean {
  return (prefix === null || /^(cl|common-lisp)$/.test(prefix)) && standardSymbols.has(name);
}
