/** Forms of Common Lisp sources, with their lines. */

export type Form = LispSymbol | LispList | LispAtom;

export interface LispSymbol {
  readonly kind: 'symbol';
  /** Folded to small letters unless written between bars. */
  readonly name: string;
  /** The package prefix; `''` for keywords; null without one; `#` when uninterned. */
  readonly package: string | null;
  readonly line: number;
  readonly endLine: number;
}

export interface LispList {
  readonly kind: 'list';
  readonly items: readonly Form[];
  /** What `#+` and `#-` give to other implementations here. */
  readonly hidden?: readonly Form[];
  readonly line: number;
  readonly endLine: number;
}

/** Strings, numbers, characters and everything else that stands for itself. */
export interface LispAtom {
  readonly kind: 'string' | 'number' | 'other';
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** The operator of a form that is a call, as its name; null for anything else. Keywords are no operators. */
export function operatorOf(form: Form): string | null {
  if (form.kind !== 'list') return null;
  const [head] = form.items;
  return head?.kind === 'symbol' && head.package !== '' ? head.name : null;
}

/** True when the list is a quotation made by the reader or by `(quote …)`. */
export function isQuotation(
  form: LispList,
  name: 'quote' | 'quasiquote' | 'unquote' | 'function' | 'read-eval',
): boolean {
  const [head] = form.items;
  return head?.kind === 'symbol' && head.name === name;
}
