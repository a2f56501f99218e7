import { definitionsOf, designator, type PackageDefinition, packagesOf } from '../languages/common-lisp/definitions.ts';
import { type Form, isQuotation, operatorOf, readLisp } from '../languages/common-lisp/reader.ts';
import type { Signature } from '../languages/model.ts';
import { textsWithEnding } from '../project/read-changed.ts';
import type { ProjectTree } from '../project/tree.ts';
import { addMadeNames, type MadeNames } from './common-lisp-made-names.ts';

export interface ProjectFunction {
  readonly kind: 'function' | 'macro';
  /** Null when there is more than one definition, or none that says. */
  readonly signature: Signature | null;
  /** Where the code in the arguments of a macro begins (`&body`); null: that cannot be said. */
  readonly bodyAt: number | null;
}

export interface LispProject {
  readonly functions: ReadonlyMap<string, ProjectFunction>;
  /** What names of functions begin with that forms like `defstruct` make in ways that are not followed. */
  readonly prefixes: readonly string[];
  /** How often each symbol stands in the sources. */
  readonly uses: ReadonlyMap<string, number>;
  readonly packages: ReadonlyMap<string, PackageDefinition>;
  /** Systems that `.asd` files depend on. */
  readonly systems: ReadonlySet<string>;
}

/** What all Lisp sources of a project define. */
export function readLispProject(tree: ProjectTree): LispProject {
  const functions = new Map<string, ProjectFunction>();
  const made: MadeNames = { names: new Set(), prefixes: new Set(), uses: new Map() };
  const packages = new Map<string, PackageDefinition>();
  const systems = new Set<string>();
  for (const [path, text] of textsWithEnding(tree, ['.lisp', '.lsp', '.cl', '.asd'])) {
    const { forms } = readLisp(text);
    if (path.endsWith('.asd')) for (const form of forms) addSystems(form, systems);
    for (const one of packagesOf(forms)) for (const name of [one.name, ...one.nicknames]) packages.set(name, one);
    addFunctions(forms, functions);
    for (const form of forms) addMadeNames(form, made);
  }
  for (const name of made.names) {
    if (!functions.has(name)) functions.set(name, { kind: 'macro', signature: null, bodyAt: null });
  }
  return { functions, prefixes: [...made.prefixes], uses: made.uses, packages, systems };
}

function addFunctions(forms: readonly Form[], functions: Map<string, ProjectFunction>): void {
  const add = (name: string, kind: ProjectFunction['kind'], signature: Signature | null) =>
    functions.set(name, { kind, signature: functions.has(name) ? null : signature, bodyAt: null });
  for (const { name, kind, form, signature } of definitionsOf(forms)) {
    if (kind === 'function' || kind === 'macro') add(name.replace(/^\(setf (.+)\)$/, '$1'), kind, signature);
    // Methods of a generic function share its name; only the name is sure.
    else if (kind === 'method') add(name.replace(/^\(setf (.+)\)$/, '$1'), 'function', null);
    else if (kind === 'type') for (const made of madeByType(form)) add(made, 'function', null);
  }
  for (const form of forms) addOwnDefiners(form, add);
  for (const { name, kind, form } of definitionsOf(forms)) {
    const known = functions.get(name);
    // What a macro that defines things makes of its body only it can tell.
    const isDefiner = /^(%?def|make-|declare-)/.test(name);
    if (kind === 'macro' && known?.signature != null && !isDefiner)
      functions.set(name, { ...known, bodyAt: bodyOf(form.items[2]) });
  }
}

/** How many arguments stand before `&body`. */
function bodyOf(lambdaList: Form | undefined): number | null {
  if (lambdaList?.kind !== 'list') return null;
  const names = lambdaList.items.map((item) => (item.kind === 'symbol' ? item.name : ''));
  const at = names.indexOf('&body');
  const before = names.slice(0, Math.max(0, at));
  return at < 0 || before.some((name) => name.startsWith('&')) ? null : at;
}

/** Forms like `(define-thing name …)` of macros that are not the language's define `name`, whatever that is. */
function addOwnDefiners(form: Form, add: (name: string, kind: 'function' | 'macro', signature: null) => void): void {
  if (form.kind !== 'list') return;
  const operator = operatorOf(form) ?? '';
  const name = designator(form.items[1]?.kind === 'list' ? form.items[1].items[0] : form.items[1]);
  const isKnown =
    /^(defun|defmacro|defgeneric|defmethod|defclass|defstruct|deftype|defpackage|defvar|defparameter|defconstant)$/.test(
      operator,
    );
  if (/^def|^define/.test(operator) && !isKnown && name !== null) add(name, 'macro', null);
  if (operator === 'setf' && form.items[1]?.kind === 'list') {
    const [place, target] = form.items[1].items;
    const isFunction = place?.kind === 'symbol' && /^(fdefinition|symbol-function|macro-function)$/.test(place.name);
    const set = isFunction && target?.kind === 'list' && isQuotation(target, 'quote') ? designator(target) : null;
    if (set !== null) add(set, 'function', null);
  }
  if (/^(progn|eval-when|locally|let|let\*|flet|labels|macrolet)$/.test(operator)) {
    for (const inner of form.items.slice(1)) addOwnDefiners(inner, add);
  }
}

/** The functions that come with a structure, class or condition. */
function madeByType(form: { readonly items: readonly Form[] }): readonly string[] {
  const head = form.items[0];
  const isStructure = head?.kind === 'symbol' && head.name === 'defstruct';
  if (isStructure) return madeByStructure(form.items);
  const slots = form.items[3];
  const found: string[] = [];
  for (const slot of slots?.kind === 'list' ? slots.items : []) {
    if (slot.kind !== 'list') continue;
    for (const [index, option] of slot.items.entries()) {
      const isAccessor =
        option.kind === 'symbol' && option.package === '' && /^(accessor|reader|writer)$/.test(option.name);
      const name = isAccessor ? slot.items[index + 1] : undefined;
      if (name?.kind === 'symbol') found.push(name.name);
      if (name?.kind === 'list' && name.items[1]?.kind === 'symbol') found.push(name.items[1].name);
    }
  }
  return found;
}

function madeByStructure(items: readonly Form[]): readonly string[] {
  const header = items[1];
  const name = designator(header?.kind === 'list' ? header.items[0] : header) ?? '';
  let prefix = `${name}-`;
  const found = [`make-${name}`, `copy-${name}`, `${name}-p`];
  const options = header?.kind === 'list' ? header.items.slice(1) : [];
  for (const option of options) {
    const parts = option.kind === 'list' ? option.items : [option];
    const keyword = designator(parts[0]);
    const value = designator(parts[1]);
    if (keyword === 'conc-name') prefix = value === null || value === 'nil' ? '' : value;
    else if (value !== null && value !== 'nil') found.push(value);
    if (keyword === 'include' && value !== null) found.push(...[`${value}`].map((one) => `${one}-p`));
  }
  for (const slot of items.slice(2)) {
    const slotName = slot.kind === 'string' ? null : designator(slot.kind === 'list' ? slot.items[0] : slot);
    if (slotName !== null) found.push(`${prefix}${slotName}`);
  }
  return found;
}

function addSystems(form: Form, systems: Set<string>): void {
  if (form.kind !== 'list') return;
  for (const [index, item] of form.items.entries()) {
    const before = form.items[index - 1];
    const isList = before?.kind === 'symbol' && before.package === '' && /depends-on$/.test(before.name);
    if (isList && item.kind === 'list') for (const one of item.items) systems.add(designator(one) ?? '');
  }
}
