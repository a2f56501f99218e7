import { type Form, type LispList, operatorOf } from '../../languages/common-lisp/forms.ts';
import { boundFirst, cases, opaque, skippedArguments } from './operators.ts';

/** What `flet`, `labels` and `macrolet` bind, with the form that defines a local macro. */
export type LocalNames = ReadonlyMap<string, LispList | 'function'>;

/** The arguments of a form that are evaluated, and the local functions known there. */
export interface Evaluated {
  readonly code: readonly Form[];
  readonly local: LocalNames;
  /** Code that sees other local functions than the rest. */
  readonly inner?: { readonly code: readonly Form[]; readonly local: LocalNames };
}

type Parts = (rest: readonly Form[]) => readonly Form[];

const afterBindings: Parts = (rest) => [...bound(rest[0]), ...rest.slice(1)];
const afterDo: Parts = (rest) => [...bound(rest[0]), ...itemsOf(rest[1]), ...rest.slice(2)];
const afterName: Parts = (rest) => afterLambdaList(rest, 1);
const clauses: Parts = (rest) => [...rest.slice(0, 1), ...rest.slice(1).flatMap((one) => itemsOf(one).slice(2))];
const slotForms: Parts = (rest) => [
  ...itemsOf(rest[2]).flatMap((slot) => after(itemsOf(slot), 'initform')),
  ...rest.slice(3).flatMap((one) => [...option(one, 'default-initargs'), ...option(one, 'report')]),
];

/** The code among the arguments of operators of COMMON-LISP that bind no functions. */
const codeIn: ReadonlyMap<string, Parts> = new Map([
  ['cond', (rest) => rest.flatMap(itemsOf)],
  ['let', afterBindings],
  ['let*', afterBindings],
  ['prog', afterBindings],
  ['prog*', afterBindings],
  ['handler-bind', afterBindings],
  ['restart-bind', afterBindings],
  ['symbol-macrolet', afterBindings],
  ['do', afterDo],
  ['do*', afterDo],
  ['lambda', (rest) => afterLambdaList(rest, 0)],
  ['defun', (rest) => [...strangeHeader(rest[0]), ...afterLambdaList(rest, 1)]],
  ['defmacro', afterName],
  ['deftype', afterName],
  ['define-compiler-macro', afterName],
  ['define-setf-expander', afterName],
  ['defsetf', (rest) => (rest[1]?.kind === 'list' ? [...afterLambdaList(rest.slice(0, 2), 1), ...rest.slice(3)] : [])],
  ['handler-case', clauses],
  ['restart-case', clauses],
  ['defstruct', (rest) => rest.slice(1).flatMap((slot) => itemsOf(slot).slice(1, 2))],
  ['defclass', slotForms],
  ['define-condition', slotForms],
  ['loop', loopCode],
  ['assert', (rest) => [...rest.slice(0, 1), ...rest.slice(2)]],
  ['check-type', (rest) => rest.slice(0, 1)],
]);

/** The evaluated parts of a form whose operator is COMMON-LISP's; of a call of a function all arguments. */
export function evaluatedIn(operator: string, form: LispList, local: LocalNames): Evaluated {
  const rest = form.items.slice(1);
  const same = (code: readonly Form[]): Evaluated => ({ code, local });
  if (opaque.has(operator)) return same([]);
  if (Object.hasOwn(skippedArguments, operator)) return same(rest.slice(skippedArguments[operator] ?? 0));
  if (boundFirst.has(operator)) return same([...itemsOf(rest[0]).slice(1), ...rest.slice(1)]);
  if (cases.has(operator)) return same([...rest.slice(0, 1), ...rest.slice(1).flatMap((one) => itemsOf(one).slice(1))]);
  switch (operator) {
    case 'flet':
    case 'labels':
    case 'macrolet':
      return localFunctions(operator, rest, local);
    case 'defmethod':
      return { code: [...strangeHeader(rest[0]), ...methodBody(rest.slice(1))], local: withMethods(local) };
    case 'defgeneric':
      return { code: rest.flatMap((one) => methodBody(option(one, 'method'))), local: withMethods(local) };
    case 'with-hash-table-iterator':
    case 'with-package-iterator':
      return { code: rest.slice(1), local: new Map([...local, ...nameIn(itemsOf(rest[0])[0])]) };
    default:
      return same(codeIn.get(operator)?.(rest) ?? rest);
  }
}

function localFunctions(operator: string, rest: readonly Form[], local: LocalNames): Evaluated {
  const definitions = itemsOf(rest[0]);
  const names = new Map(local);
  for (const one of definitions) {
    const name = itemsOf(one)[0];
    if (name?.kind === 'symbol' && one.kind === 'list')
      names.set(name.name, operator === 'macrolet' ? one : 'function');
  }
  const code = definitions.flatMap((one) => afterLambdaList(itemsOf(one), 1));
  return { code: rest.slice(1), local: names, inner: { code, local: operator === 'flet' ? local : names } };
}

/** A function whose name is a list is `(setf name)`; with another operator there it is looked at like a call. */
function strangeHeader(header: Form | undefined): readonly Form[] {
  return header?.kind === 'list' && operatorOf(header) !== 'setf' ? [header] : [];
}

function withMethods(local: LocalNames): LocalNames {
  return new Map([...local, ['call-next-method', 'function'], ['next-method-p', 'function']]);
}

/** What follows the first list, which is the lambda list: qualifiers may stand before it. */
function methodBody(parts: readonly Form[]): readonly Form[] {
  const at = parts.findIndex((item) => item.kind === 'list');
  return at < 0 ? [] : afterLambdaList(parts, at);
}

/** A body, and the default values in the lambda list before it. */
function afterLambdaList(parts: readonly Form[], at: number): readonly Form[] {
  const parameters = itemsOf(parts[at]);
  const marker = parameters.findIndex((one) => one.kind === 'symbol' && one.name.startsWith('&'));
  const optional = marker < 0 ? [] : parameters.slice(marker);
  return [...optional.flatMap((one) => itemsOf(one).slice(1, 2)), ...parts.slice(at + 1)];
}

/** In an extended `loop` what follows a variable keyword is a pattern; every other list is code. */
function loopCode(items: readonly Form[]): readonly Form[] {
  return items.filter((item, index) => {
    const before = items[index - 1];
    const isPattern = before?.kind === 'symbol' && /^(for|as|with|and|of-type|into|named|using)$/.test(before.name);
    return item.kind === 'list' && !isPattern;
  });
}

function bound(bindings: Form | undefined): readonly Form[] {
  return itemsOf(bindings).flatMap((binding) => itemsOf(binding).slice(1));
}

/** What follows a keyword in a list. */
function after(items: readonly Form[], keyword: string): readonly Form[] {
  return items.filter((_, index) => isKeyword(items[index - 1], keyword));
}

/** The arguments of an option `(:keyword …)`; none when it is another one. */
function option(form: Form, keyword: string): readonly Form[] {
  const items = itemsOf(form);
  return isKeyword(items[0], keyword) ? items.slice(1) : [];
}

function isKeyword(form: Form | undefined, name: string): boolean {
  return form?.kind === 'symbol' && form.package === '' && form.name === name;
}

/** The items of a list; a form that is none, or that is not there, has none. */
export function itemsOf(form: Form | undefined): readonly Form[] {
  return form?.kind === 'list' ? form.items : [];
}

function nameIn(form: Form | undefined): readonly (readonly [string, 'function'])[] {
  return form?.kind === 'symbol' ? [[form.name, 'function']] : [];
}
