import { designator } from '../languages/common-lisp/definitions.ts';
import { type Form, type LispList, operatorOf } from '../languages/common-lisp/reader.ts';

/** What forms make in ways that are not followed: names that surely exist, and beginnings of names that may. */
export interface MadeNames {
  readonly names: Set<string>;
  readonly prefixes: Set<string>;
  readonly uses: Map<string, number>;
}

const structures = /^def(ine-)?.*(struct|class|condition|type|record|bitfield|packet)/;

/** Finds every defining form, however deep it lies in forms of macros that are not known. */
export function addMadeNames(form: Form, made: MadeNames): void {
  if (form.kind === 'symbol') made.uses.set(form.name, (made.uses.get(form.name) ?? 0) + 1);
  if (form.kind !== 'list') return;
  const operator = operatorOf(form) ?? '';
  if (/^%?(def|define-)/.test(operator)) addDefined(operator, form, made);
  for (const below of form.items) addMadeNames(below, made);
}

function addDefined(operator: string, form: LispList, { names, prefixes }: MadeNames): void {
  const header = form.items[1];
  const words = header?.kind === 'list' ? header.items.slice(0, 2) : header === undefined ? [] : [header];
  // A function of another language comes as ("its_name" lisp-name) or, by its name alone, with dashes.
  for (const word of words) {
    const name = word.kind === 'string' ? word.text.toLowerCase().replaceAll('_', '-') : designator(word);
    if (name !== null) names.add(name);
  }
  const name = designator(words[0]);
  const options = header?.kind === 'list' ? header.items.slice(1) : [];
  const inherits = options.some((option) => option.kind === 'list' && designator(option.items[0]) === 'include');
  if (name !== null && operator !== 'defstruct' && structures.test(operator))
    prefixes.add(`${name}-`).add(`make-${name}`);
  if (name !== null && operator === 'defstruct' && inherits) prefixes.add(`${name}-`);
  for (const option of options) {
    const isPrefix = option.kind === 'list' && designator(option.items[0]) === 'conc-name';
    const prefix = isPrefix ? designator(option.items[1]) : null;
    if (prefix !== null && prefix !== 'nil' && prefix.length > 1) prefixes.add(prefix);
  }
}
