import { type Form, isQuotation, type LispList, type LispSymbol, operatorOf } from '../languages/common-lisp/reader.ts';

/** A place where a source calls an operator, or names one with `#'`. */
export interface LispCall {
  readonly operator: LispSymbol;
  /** How many arguments are given; null where that cannot be said. */
  readonly given: number | null;
}

export type LocalNames = ReadonlySet<string>;

/** What the walk must know of macros that are not the language's: where their arguments begin to be code; null: nowhere. */
export type BodyStart = (operator: LispSymbol) => number | null | 'function';

const conditionals: ReadonlySet<string> = new Set(['case', 'ccase', 'ecase', 'typecase', 'ctypecase', 'etypecase']);
/** Operators whose first arguments are no code, and how many of them. */
const skippedArguments: Readonly<Record<string, number>> = {
  block: 1,
  'return-from': 1,
  the: 1,
  'eval-when': 1,
  'multiple-value-bind': 1,
  'multiple-value-setq': 1,
  defvar: 1,
  defparameter: 1,
  defconstant: 1,
  'define-symbol-macro': 1,
  lambda: 1,
  defun: 2,
  defmacro: 2,
  deftype: 2,
  'define-compiler-macro': 2,
  'destructuring-bind': 1,
  'with-slots': 1,
  'with-accessors': 1,
};
/** Operators whose arguments are declarations or data. */
const opaque: ReadonlySet<string> = new Set([
  'quote',
  'declare',
  'declaim',
  'proclaim',
  'defpackage',
  'define-package',
  'in-package',
  'defgeneric',
  'defstruct',
  'deftype',
  'defsetf',
  'define-modify-macro',
  'define-setf-expander',
  'define-method-combination',
  'defsystem',
  'go',
  'symbol-macrolet',
  'trace',
  'untrace',
]);
/** `(name (variable code…) body…)`. */
const boundFirst: ReadonlySet<string> = new Set([
  'dolist',
  'dotimes',
  'do-symbols',
  'do-external-symbols',
  'do-all-symbols',
  'with-open-file',
  'with-open-stream',
  'with-output-to-string',
  'with-input-from-string',
  'with-simple-restart',
  'print-unreadable-object',
]);

/** Finds every call in forms, with local functions known and data, templates, bindings and declarations passed over. */
export function callsIn(
  forms: readonly Form[],
  bodyStart: BodyStart,
  found: LispCall[],
  local: LocalNames = new Set(),
): void {
  for (const form of forms) walk(form, bodyStart, found, local);
}

function walk(form: Form, bodyStart: BodyStart, found: LispCall[], local: LocalNames): void {
  if (form.kind !== 'list' || form.items.length === 0) return;
  const [head] = form.items;
  const visit = (forms: readonly Form[], names: LocalNames = local) => callsIn(forms, bodyStart, found, names);
  if (head?.kind !== 'symbol') {
    // ((lambda …) …) is the only other thing that may be called.
    if (head?.kind === 'list' && operatorOf(head) === 'lambda') visit(form.items);
    return;
  }
  if (head.package === '#') {
    if (isQuotation(form, 'function')) functionName(form.items[1], found, local, visit);
    else if (isQuotation(form, 'quasiquote')) unquoted(form, visit);
    return;
  }
  if (head.package === '' || local.has(head.name)) {
    if (head.package !== '') visit(form.items.slice(1));
    return;
  }
  found.push({ operator: head, given: form.items.length - 1 });
  const parts = codeOf(head, form, bodyStart, local);
  visit(parts.code, parts.local);
  for (const { code, names } of parts.inner ?? []) visit(code, names);
}

interface Code {
  readonly code: readonly Form[];
  readonly local: LocalNames;
  readonly inner?: readonly { readonly code: readonly Form[]; readonly names: LocalNames }[];
}

/** The arguments of a form that are code, and the local functions known there. */
function codeOf(head: LispSymbol, form: LispList, bodyStart: BodyStart, local: LocalNames): Code {
  const rest = form.items.slice(1);
  const name = head.name;
  const same = (code: readonly Form[]): Code => ({ code, local });
  const start = bodyStart(head);
  if (start === null) return same([]);
  if (typeof start === 'number') return same(rest.slice(start));
  if (opaque.has(name)) return same([]);
  if (Object.hasOwn(skippedArguments, name)) return same(rest.slice(skippedArguments[name] ?? 0));
  if (boundFirst.has(name)) return same([...itemsOf(rest[0]).slice(1), ...rest.slice(1)]);
  if (conditionals.has(name))
    return same([...rest.slice(0, 1), ...rest.slice(1).flatMap((one) => itemsOf(one).slice(1))]);
  switch (name) {
    case 'function':
      return same([]);
    case 'cond':
      return same(rest.flatMap(itemsOf));
    case 'let':
    case 'let*':
    case 'prog':
    case 'prog*':
    case 'handler-bind':
    case 'restart-bind':
    case 'do':
    case 'do*': {
      const bound = itemsOf(rest[0]).flatMap((binding) => itemsOf(binding).slice(1));
      const isLoop = name === 'do' || name === 'do*';
      return same([...bound, ...(isLoop ? itemsOf(rest[1]) : []), ...rest.slice(isLoop ? 2 : 1)]);
    }
    case 'flet':
    case 'labels':
    case 'macrolet': {
      const definitions = itemsOf(rest[0]);
      const names = new Set([...local, ...definitions.flatMap((one) => nameIn(itemsOf(one)[0]))]);
      const code = definitions.flatMap((one) => itemsOf(one).slice(2));
      return { code: rest.slice(1), local: names, inner: [{ code, names: name === 'flet' ? local : names }] };
    }
    case 'handler-case':
    case 'restart-case':
      return same([...rest.slice(0, 1), ...rest.slice(1).flatMap((one) => itemsOf(one).slice(2))]);
    case 'defmethod': {
      const at = rest.findIndex((item, index) => index >= 1 && item.kind === 'list');
      const names = new Set([...local, 'call-next-method', 'next-method-p']);
      return { code: at < 0 ? [] : rest.slice(at + 1), local: names };
    }
    case 'defclass':
    case 'define-condition':
      return same(itemsOf(rest[2]).flatMap(initialForms));
    case 'with-hash-table-iterator':
    case 'with-package-iterator':
      return { code: rest.slice(1), local: new Set([...local, ...nameIn(itemsOf(rest[0])[0])]) };
    case 'loop':
      return same(loopCode(rest));
    case 'assert':
      return same([...rest.slice(0, 1), ...rest.slice(2)]);
    case 'check-type':
      return same(rest.slice(0, 1));
    case 'with-compilation-unit':
    case 'with-condition-restarts':
    case 'pprint-logical-block':
      return same(rest.slice(1));
    case 'tagbody':
      return same(rest);
    default:
      return same(rest);
  }
}

/** In an extended `loop` what follows a variable keyword is a pattern; every other list is code. */
function loopCode(items: readonly Form[]): readonly Form[] {
  return items.filter((item, index) => {
    const before = items[index - 1];
    const isPattern = before?.kind === 'symbol' && /^(for|as|with|and|of-type|into|named)$/.test(before.name);
    return item.kind === 'list' && !isPattern;
  });
}

function initialForms(slot: Form): readonly Form[] {
  const items = itemsOf(slot);
  return items.filter((_, index) => {
    const before = items[index - 1];
    return before?.kind === 'symbol' && before.package === '' && before.name === 'initform';
  });
}

function functionName(
  form: Form | undefined,
  found: LispCall[],
  local: LocalNames,
  visit: (forms: readonly Form[]) => void,
): void {
  if (form?.kind === 'symbol' && form.package !== '' && form.package !== '#' && !local.has(form.name)) {
    found.push({ operator: form, given: null });
  } else if (form?.kind === 'list' && operatorOf(form) === 'lambda') visit([form]);
}

/** A template is data but for what is evaluated inside it. */
function unquoted(form: LispList, visit: (forms: readonly Form[]) => void): void {
  for (const below of form.items) {
    if (below.kind !== 'list') continue;
    if (isQuotation(below, 'unquote')) visit(below.items.slice(1));
    else unquoted(below, visit);
  }
}

function itemsOf(form: Form | undefined): readonly Form[] {
  return form?.kind === 'list' ? form.items : [];
}

function nameIn(form: Form | undefined): readonly string[] {
  return form?.kind === 'symbol' ? [form.name] : [];
}
