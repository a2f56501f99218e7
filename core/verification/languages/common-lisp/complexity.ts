import { type Form, isQuotation, type LispList, operatorOf } from './forms.ts';

const loops: ReadonlySet<string> = new Set([
  'loop',
  'do',
  'do*',
  'dolist',
  'dotimes',
  'do-symbols',
  'do-external-symbols',
  'do-all-symbols',
]);
const handlers: ReadonlySet<string> = new Set(['handler-case', 'handler-bind', 'ignore-errors', 'restart-case']);
const cases: ReadonlySet<string> = new Set(['case', 'ccase', 'ecase', 'typecase', 'ctypecase', 'etypecase']);
const bindings: ReadonlySet<string> = new Set(['let', 'let*', 'flet', 'labels', 'lambda']);
const conditions: ReadonlySet<string> = new Set(['if', 'when', 'unless']);

const blocks: ReadonlySet<string> = new Set([...loops, ...handlers, ...cases, ...bindings, ...conditions, 'cond']);

export interface LispComplexity {
  readonly cyclomatic: number;
  readonly nesting: number;
}

/** McCabe's number and the depth of control and binding blocks of a function's body (V7). */
export function complexityOf(body: readonly Form[]): LispComplexity {
  const into = { cyclomatic: 1, nesting: 0 };
  for (const form of body) measure(form, 0, into);
  return into;
}

function measure(form: Form, depth: number, into: { cyclomatic: number; nesting: number }): void {
  if (form.kind !== 'list') return;
  if (isQuotation(form, 'quote')) return;
  if (isQuotation(form, 'quasiquote')) {
    unquoted(form, depth, into);
    return;
  }
  const operator = operatorOf(form) ?? '';
  into.cyclomatic += branches(operator, form);
  const inner = blocks.has(operator) ? depth + 1 : depth;
  into.nesting = Math.max(into.nesting, inner);
  for (const below of evaluated(operator, form)) measure(below, inner, into);
}

function branches(operator: string, form: LispList): number {
  if (conditions.has(operator) || loops.has(operator) || handlers.has(operator)) return 1;
  if (operator === 'and' || operator === 'or') return Math.max(0, form.items.length - 2);
  if (operator === 'cond') return form.items.slice(1).filter((clause) => !isDefault(clause)).length;
  if (cases.has(operator)) return form.items.slice(2).filter((clause) => !isDefault(clause)).length;
  return 0;
}

function isDefault(clause: Form): boolean {
  if (clause.kind !== 'list') return false;
  const [key] = clause.items;
  return key?.kind === 'symbol' && key.package === null && (key.name === 't' || key.name === 'otherwise');
}

/** The parts of a form that are evaluated: keys of cases and names of bindings are not. */
function evaluated(operator: string, form: LispList): readonly Form[] {
  const rest = form.items.slice(1);
  const partsOf = (clause: Form | undefined) => (clause?.kind === 'list' ? clause.items : []);
  if (operator === 'cond') return rest.flatMap(partsOf);
  if (cases.has(operator)) return [...rest.slice(0, 1), ...rest.slice(1).flatMap((clause) => partsOf(clause).slice(1))];
  if (operator === 'handler-case') {
    return [...rest.slice(0, 1), ...rest.slice(1).flatMap((clause) => partsOf(clause).slice(2))];
  }
  if (operator === 'let' || operator === 'let*' || operator === 'handler-bind') {
    return [...partsOf(rest[0]).flatMap((binding) => partsOf(binding).slice(1)), ...rest.slice(1)];
  }
  if (operator === 'flet' || operator === 'labels' || operator === 'macrolet') {
    return [...partsOf(rest[0]).flatMap((local) => partsOf(local).slice(2)), ...rest.slice(1)];
  }
  if (operator === 'lambda') return rest.slice(1);
  return operatorOf(form) === null ? form.items : rest;
}

/** A template is data but for what is evaluated inside it. */
function unquoted(form: LispList, depth: number, into: { cyclomatic: number; nesting: number }): void {
  for (const below of form.items) {
    if (below.kind !== 'list') continue;
    if (isQuotation(below, 'unquote')) for (const inner of below.items.slice(1)) measure(inner, depth, into);
    else unquoted(below, depth, into);
  }
}
