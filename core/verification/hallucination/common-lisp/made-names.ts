import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, isQuotation, type LispList, operatorOf } from '../../languages/common-lisp/forms.ts';
import { itemsOf } from './evaluated.ts';
import { Structures, slotFunctions } from './structures.ts';

/** The names that forms of a project make, whatever lies around them, and beginnings of names that they may make. */
export class MadeNames {
  readonly functions = new Set<string>();
  /** Names of which only that they exist is known. */
  readonly names = new Set<string>();
  readonly prefixes = new Set<string>();
  readonly structures = new Structures();
  /** How often each symbol stands in the sources. */
  readonly uses = new Map<string, number>();

  /** `definers`: macros of the project with the arguments that name what they define. */
  add(form: Form, definers: ReadonlyMap<string, readonly number[]>, isTemplate = false): void {
    if (form.kind === 'symbol') this.uses.set(form.name, (this.uses.get(form.name) ?? 0) + 1);
    if (form.kind !== 'list') return;
    const operator = operatorOf(form) ?? '';
    if (!isTemplate) {
      this.#addDefined(operator, form);
      for (const at of definers.get(operator) ?? []) this.#addHeader(form.items[at + 1]);
    } else if (/^(flet|labels|macrolet)$/.test(operator)) {
      // What a template binds is known in the body that stands in it.
      for (const one of itemsOf(form.items[1])) this.#addHeader(one);
    }
    const isInTemplate = isQuotation(form, 'quasiquote') || (isTemplate && !isQuotation(form, 'unquote'));
    for (const below of [...form.items, ...(form.hidden ?? [])]) this.add(below, definers, isInTemplate);
  }

  #addDefined(operator: string, form: LispList): void {
    switch (operator) {
      case 'defun':
      case 'defgeneric':
      case 'defmethod': {
        const header = itemsOf(form.items[1]);
        const name = designator(header.length > 0 ? header[1] : form.items[1]);
        if (name !== null) this.functions.add(name);
        return;
      }
      case 'defstruct':
        this.structures.add(form);
        return;
      case 'defclass':
      case 'define-condition':
        for (const name of slotFunctions(form.items.slice(3))) this.functions.add(name);
        return;
      case 'defvar':
      case 'defparameter':
      case 'defconstant':
      case 'deftype':
      case 'defpackage':
        return;
      case 'setf':
        this.#addAssigned(form.items[1]);
        return;
      default:
        if (/^%?(def|define-)/.test(operator)) this.#addUnknown(operator, form);
    }
  }

  /** `(setf (fdefinition 'name) …)`. */
  #addAssigned(place: Form | undefined): void {
    const isFunction = /^(fdefinition|symbol-function|macro-function)$/.test(operatorOf(place ?? nothing) ?? '');
    const name = isFunction ? designator(itemsOf(place)[1]) : null;
    if (name !== null) this.functions.add(name);
  }

  /**
   * A form like `(define-thing name …)` defines `name`, and if it sounds like a structure, names that begin with it.
   */
  #addUnknown(operator: string, form: LispList): void {
    this.#addHeader(form.items[1]);
    const name = designator(itemsOf(form.items[1])[0] ?? form.items[1]);
    const isStructure = /^def(ine-)?.*(struct|class|condition|type|record|bitfield|packet)/.test(operator);
    if (name !== null && isStructure) this.prefixes.add(`${name}-`).add(`make-${name}`);
    if (isStructure) {
      this.structures.add(form);
      // Some, like `defclass*`, make a function of each slot.
      for (const slot of form.items.slice(2).flatMap(itemsOf)) this.#addHeader(itemsOf(slot)[0]);
    }
    for (const reader of slotFunctions(form.items.slice(2))) this.functions.add(reader);
    for (const option of [...itemsOf(form.items[1]), ...form.items.slice(2).flatMap(itemsOf)]) {
      const isPrefix = option.kind === 'list' && designator(option.items[0]) === 'conc-name';
      const prefix = isPrefix ? designator(option.items[1]) : null;
      if (prefix !== null && prefix !== 'nil' && prefix.length > 1) this.prefixes.add(prefix);
    }
  }

  /** `name`, `(name option…)`, `(setf name)`, or a function of another language: `"its_name"`, `("its_name" name)`. */
  #addHeader(header: Form | undefined): void {
    const words = header?.kind === 'list' ? header.items.slice(0, 2) : header === undefined ? [] : [header];
    for (const word of words) {
      const name = word.kind === 'string' ? word.text.toLowerCase().replaceAll('_', '-') : designator(word);
      if (name !== null) this.names.add(name);
    }
  }
}

const nothing: LispList = { kind: 'list', items: [], line: 0, endLine: 0 };
