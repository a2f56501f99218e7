import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, isQuotation, type LispList, operatorOf } from '../../languages/common-lisp/forms.ts';
import { evaluatedIn, itemsOf } from './evaluated.ts';
import { standardSymbols } from './standard.ts';

/** How many arguments of a macro stand before `&body`; null: it has none, or they are not that simple. */
export function argumentsBeforeBody(macro: LispList): number | null {
  const names = itemsOf(macro.items[2]).map((item) => (item.kind === 'symbol' ? item.name : ''));
  const at = names.indexOf('&body');
  const before = names.slice(0, Math.max(0, at));
  return at < 0 || before.some((name) => name.startsWith('&')) ? null : at;
}

/**
 * Whether the body of a macro is code: it stands only in templates and there only where forms are evaluated.
 * `bodyStart` tells it for other macros; null where their arguments are no code, undefined for what is no macro.
 */
export function evaluatesBody(macro: LispList, bodyStart: (name: string) => number | null | undefined): boolean {
  const parameters = itemsOf(macro.items[2]);
  const at = parameters.findIndex((item) => item.kind === 'symbol' && item.name === '&body');
  const name = designator(parameters[at + 1]);
  return name !== null && macro.items.slice(3).every((form) => isSpliced(form, name, bodyStart));
}

type BodyStart = (name: string) => number | null | undefined;

/** In the code of a macro: a variable stands in templates only, or is given to what takes declarations off it. */
function isSpliced(form: Form, name: string, bodyStart: BodyStart): boolean {
  if (form.kind === 'symbol') return form.name !== name || form.package !== null;
  if (form.kind !== 'list') return true;
  if (isQuotation(form, 'quasiquote')) {
    const evaluated = new Set<Form>();
    for (const item of form.items.slice(1)) addEvaluated(item, bodyStart, evaluated);
    return templateHolds(form, name, evaluated, bodyStart);
  }
  const operator = operatorOf(form) ?? '';
  if (operator === 'declare' || /^(parse|extract|separate)-(body|declarations?)$/.test(operator)) return true;
  return form.items.every((item) => isSpliced(item, name, bodyStart));
}

/** In a template: where the variable itself is inserted, its place is evaluated. */
function templateHolds(form: LispList, name: string, evaluated: ReadonlySet<Form>, bodyStart: BodyStart): boolean {
  return form.items.every((item) => {
    if (item.kind !== 'list') return true;
    if (!isQuotation(item, 'unquote')) return templateHolds(item, name, evaluated, bodyStart);
    const inserted = item.items[1];
    if (inserted?.kind === 'symbol') return inserted.name !== name || evaluated.has(item);
    return inserted === undefined || isSpliced(inserted, name, bodyStart);
  });
}

/** Every form that is evaluated when a template is. */
function addEvaluated(form: Form, bodyStart: BodyStart, into: Set<Form>): void {
  into.add(form);
  const operator = operatorOf(form);
  if (form.kind !== 'list' || operator === null || isQuotation(form, 'unquote')) {
    // A template of several forms: each is one.
    if (form.kind === 'list' && operator === null) for (const item of form.items) addEvaluated(item, bodyStart, into);
    return;
  }
  for (const part of argumentsIn(operator, form, bodyStart)) addEvaluated(part, bodyStart, into);
}

function argumentsIn(operator: string, form: LispList, bodyStart: BodyStart): readonly Form[] {
  if (standardSymbols.has(operator)) {
    const { code, inner } = evaluatedIn(operator, form, new Map());
    return [...code, ...(inner?.code ?? [])];
  }
  const start = /^%?def/.test(operator) ? (bodyStart(operator) ?? null) : bodyStart(operator);
  return start === null ? [] : form.items.slice(1 + (start ?? 0));
}

/** Which arguments of a macro name what it defines: `(defun ,name …)` and its like in its templates. */
export function definedArguments(macro: LispList): readonly number[] {
  const names = itemsOf(macro.items[2]).map((item) => designator(item.kind === 'list' ? item.items[0] : item) ?? '');
  const rest = itemsOf(macro.items[2]).findIndex((item) => item.kind === 'symbol' && item.name.startsWith('&'));
  const found = new Set<number>();
  for (const name of definedInTemplates(macro)) {
    const at = names.indexOf(name);
    if (at >= 0 && (rest < 0 || at < rest)) found.add(at);
  }
  return [...found];
}

/** Symbols inserted where a defining form names what it defines; options may stand before that. */
function definedInTemplates(form: LispList): readonly string[] {
  return form.items.flatMap((item) => {
    if (item.kind !== 'list') return [];
    const [, first, second] = /^%?def/.test(operatorOf(item) ?? '') ? item.items : [];
    const firstOfList = itemsOf(first)[0];
    const isOptions = firstOfList?.kind === 'symbol' && firstOfList.package === '';
    return [...insertedIn(isOptions ? second : first), ...insertedIn(firstOfList), ...definedInTemplates(item)];
  });
}

function insertedIn(form: Form | undefined): readonly string[] {
  return form?.kind === 'list' && isQuotation(form, 'unquote') ? symbolsIn(form.items.slice(1)) : [];
}

function symbolsIn(forms: readonly Form[]): readonly string[] {
  return forms.flatMap((form) => (form.kind === 'symbol' ? [form.name] : symbolsIn(itemsOf(form))));
}
