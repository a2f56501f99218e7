import {
  type Form,
  isQuotation,
  type LispList,
  type LispSymbol,
  operatorOf,
} from '../../languages/common-lisp/forms.ts';
import { evaluatedIn, type LocalNames } from './evaluated.ts';
import { argumentsBeforeBody, evaluatesBody } from './macros.ts';

/** A place where a source calls an operator, or names one with `#'`. */
export interface LispCall {
  readonly operator: LispSymbol;
  /** How many arguments are given; null where that cannot be said. */
  readonly given: number | null;
  /** False: a list that may be a call, in a macro that is not followed or in code for other implementations. */
  readonly isSure: boolean;
}

/**
 * What an operator does with its arguments: evaluates them as COMMON-LISP says, or all; those from a number on are code
 * and the others may hold some; or only it knows.
 */
export type ArgumentsOf = (operator: LispSymbol) => 'standard' | 'function' | number | 'unknown';

interface Scope {
  readonly local: LocalNames;
  readonly isSure: boolean;
  /** Right below a form like `(define-thing name (slot type) …)`: a part of the definition, hardly a call. */
  readonly isPart?: boolean;
}

/** Finds every call in forms, with local functions known and data, templates, bindings and declarations passed over. */
export function callsIn(
  forms: readonly Form[],
  hidden: readonly Form[],
  argumentsOf: ArgumentsOf,
): readonly LispCall[] {
  const walk = new CallWalk(argumentsOf);
  walk.visit(forms, { local: new Map(), isSure: true });
  walk.visit([...hidden, ...hiddenIn([...hidden, ...forms])], { local: new Map(), isSure: false });
  return walk.found;
}

/** Code for other implementations, wherever it lies: in clauses and bindings as well. */
function hiddenIn(forms: readonly Form[]): readonly Form[] {
  return forms.flatMap((form) => {
    if (form.kind !== 'list' || isQuotation(form, 'quote') || isQuotation(form, 'quasiquote')) return [];
    const own = form.hidden ?? [];
    return [...own, ...hiddenIn(own), ...hiddenIn(form.items)];
  });
}

class CallWalk {
  readonly found: LispCall[] = [];
  readonly #argumentsOf: ArgumentsOf;
  readonly #localBodies = new Map<LispList, number>();

  constructor(argumentsOf: ArgumentsOf) {
    this.#argumentsOf = argumentsOf;
  }

  visit(forms: readonly Form[], scope: Scope): void {
    for (const form of forms) if (form.kind === 'list') this.#walk(form, scope);
  }

  #walk(form: LispList, { isPart, ...scope }: Scope): void {
    const unsure = { local: scope.local, isSure: false };
    const [head] = form.items;
    const rest = form.items.slice(1);
    if (head?.kind !== 'symbol') {
      // ((lambda …) …) is the only other thing that may be called; elsewhere it may be a list of clauses or bindings.
      const isCall = head?.kind === 'list' && operatorOf(head) === 'lambda';
      if (isCall || !scope.isSure) this.visit(form.items, { ...scope, isPart: isPart === true });
    } else if (head.package === '#') this.#quotation(form, scope);
    else if (head.package === '') {
      if (!scope.isSure) this.visit(rest, scope);
    } else if (scope.local.has(head.name)) this.#localCall(head.name, rest, scope, unsure);
    else {
      if (isPart !== true) this.found.push({ operator: head, given: rest.length, isSure: scope.isSure });
      this.#arguments(head, form, scope, unsure);
    }
  }

  #localCall(name: string, rest: readonly Form[], scope: Scope, unsure: Scope): void {
    const definition = scope.local.get(name);
    const start = definition === undefined || definition === 'function' ? 0 : this.#bodyStart(definition);
    this.visit(rest.slice(0, start), unsure);
    this.visit(rest.slice(start), scope);
  }

  #bodyStart(definition: LispList): number {
    const start = this.#localBodies.get(definition) ?? localBodyStart(definition);
    this.#localBodies.set(definition, start);
    return start;
  }

  #arguments(head: LispSymbol, form: LispList, scope: Scope, unsure: Scope): void {
    const rest = form.items.slice(1);
    const how = this.#argumentsOf(head);
    if (how === 'unknown') this.visit(rest, { ...unsure, isPart: /^%?def/.test(head.name) });
    else if (how === 'function') this.visit(rest, scope);
    else if (typeof how === 'number') {
      this.visit(rest.slice(0, how), unsure);
      this.visit(rest.slice(how), scope);
    } else {
      if (head.name === 'function') this.#functionName(rest[0], scope);
      const { code, local, inner } = evaluatedIn(head.name, form, scope.local);
      this.visit(code, { ...scope, local });
      if (inner !== undefined) this.visit(inner.code, { ...scope, local: inner.local });
    }
  }

  #quotation(form: LispList, scope: Scope): void {
    if (isQuotation(form, 'function')) this.#functionName(form.items[1], scope);
    else if (isQuotation(form, 'quasiquote')) this.#unquoted(form, scope);
    else if (isQuotation(form, 'read-eval') || isQuotation(form, 'unquote')) this.visit(form.items.slice(1), scope);
  }

  #functionName(form: Form | undefined, scope: Scope): void {
    if (form?.kind === 'symbol' && form.package !== '' && form.package !== '#' && !scope.local.has(form.name)) {
      this.found.push({ operator: form, given: null, isSure: scope.isSure });
    } else if (form?.kind === 'list' && operatorOf(form) === 'lambda') this.visit([form], scope);
  }

  /** A template is data but for what is evaluated inside it. */
  #unquoted(form: LispList, scope: Scope): void {
    for (const below of form.items) {
      if (below.kind !== 'list') continue;
      if (isQuotation(below, 'unquote')) this.visit(below.items.slice(1), scope);
      else this.#unquoted(below, scope);
    }
  }
}

/** Where the code in the arguments of a local macro begins, after all when it has none. */
function localBodyStart(definition: LispList): number {
  const macro = { ...definition, items: [definition, ...definition.items] };
  const start = argumentsBeforeBody(macro);
  return start !== null && evaluatesBody(macro, () => undefined) ? start : Number.POSITIVE_INFINITY;
}
