import {
  definitionsOf,
  designator,
  type PackageDefinition,
  packagesOf,
} from '../../languages/common-lisp/definitions.ts';
import { type Form, type LispList, operatorOf } from '../../languages/common-lisp/forms.ts';
import { readLisp } from '../../languages/common-lisp/reader.ts';
import type { Signature } from '../../languages/model.ts';
import { whyHostile } from '../../languages/registry.ts';
import { textsWithEnding } from '../../project/read-changed.ts';
import type { ProjectTree } from '../../project/tree.ts';
import { argumentsBeforeBody, definedArguments, evaluatesBody } from './macros.ts';
import { MadeNames } from './made-names.ts';
import { fitsPattern, madePatterns, symbolMakers } from './made-symbols.ts';
import { packagesByMacros } from './package-macros.ts';
import { addSystems, type Systems } from './systems.ts';

export interface ProjectFunction {
  readonly kind: 'function' | 'macro' | 'unknown';
  /** Null when there is more than one definition, or none that says. */
  readonly signature: Signature | null;
  /** Where the code in the arguments of a macro begins (`&body`); null: that cannot be said. */
  readonly bodyAt: number | null;
}

export interface LispProject {
  readonly functions: ReadonlyMap<string, ProjectFunction>;
  /** Whether some form of the project makes names that look like this one in ways that are not followed. */
  mayBeMade(name: string): boolean;
  /** How often each symbol stands in the sources. */
  readonly uses: ReadonlyMap<string, number>;
  readonly packages: ReadonlyMap<string, PackageDefinition>;
  readonly systems: Systems;
}

/** What all Lisp sources of a project define. */
export function readLispProject(tree: ProjectTree): LispProject {
  const functions = new Map<string, ProjectFunction>();
  const packages = new Map<string, PackageDefinition>();
  const systems: Systems = { used: new Set(), elsewhere: new Set() };
  const all: Form[] = [];
  const unread: string[] = [];
  for (const [, text] of textsWithEnding(tree, ['.lisp', '.lsp', '.cl', '.asd'])) {
    if (whyHostile(text) !== null) {
      unread.push(text);
      continue;
    }
    const { forms, hidden } = readLisp(text);
    for (const form of [...forms, ...hidden]) addSystems(form, systems);
    for (const one of packagesOf(forms)) for (const name of [one.name, ...one.nicknames]) packages.set(name, one);
    for (const form of [...forms, ...hidden]) all.push(form);
    addFunctions(forms, functions);
  }
  forgetAmbiguous(all, functions);
  for (const name of ownPlaces(all))
    functions.set(name, { kind: 'function', ...functions.get(name), signature: null, bodyAt: null });
  const macros = new Map<string, LispList>();
  for (const { name, kind, form } of definitionsOf(all)) if (kind === 'macro') macros.set(name, form);
  for (const one of packagesByMacros(all, macros)) if (!packages.has(one.name)) packages.set(one.name, one);
  const made = new MadeNames();
  const definers = new Map([...macros].map(([name, form]) => [name, definedArguments(form)]));
  for (const form of all) made.add(form, definers);
  for (const name of [...made.functions, ...made.structures.functions()]) addMissing(name, 'function', functions);
  for (const name of made.names) addMissing(name, 'unknown', functions);
  addBodies(macros, functions);
  const prefixes = [...made.prefixes, ...made.structures.openPrefixes()].filter((prefix) => prefix.length > 1);
  const patterns = [...new Set(madePatterns(all, new Set(symbolMakers(all))))];
  const { uses } = made;
  const mayBeMade = (name: string) =>
    unread.some((text) => text.toLowerCase().includes(name)) ||
    prefixes.some((prefix) => name.startsWith(prefix)) ||
    patterns.some((pattern) =>
      fitsPattern(
        name,
        pattern,
        (one) => functions.get(one)?.kind === 'unknown',
        (one) => uses.has(one),
      ),
    );
  return { functions, mayBeMade, uses, packages, systems };
}

function addFunctions(forms: readonly Form[], functions: Map<string, ProjectFunction>): void {
  for (const { name, kind, signature, form } of definitionsOf(forms)) {
    // A writer takes one argument more than its reader, and methods may take keywords that the generic function does
    // not name.
    const isOwn = (kind === 'function' || kind === 'macro') && form.items[1]?.kind === 'symbol';
    const isGeneric = operatorOf(form) === 'defgeneric';
    const own = isGeneric && signature !== null ? { ...signature, names: null } : signature;
    if (isOwn) functions.set(name, { kind, signature: functions.has(name) ? null : own, bodyAt: null });
  }
}

/** Where a name is both a plain function and has methods, they are of different packages. */
function forgetAmbiguous(forms: readonly Form[], functions: Map<string, ProjectFunction>): void {
  const definitions = definitionsOf(forms);
  const generic = new Set(definitions.filter(({ form }) => operatorOf(form) === 'defgeneric').map(({ name }) => name));
  for (const { name, kind } of definitions) {
    const known = kind === 'method' && !generic.has(name) ? functions.get(name) : undefined;
    if (known !== undefined) functions.set(name, { ...known, signature: null });
  }
}

/** What `setf` sets in a way of its own may take other arguments there. */
function ownPlaces(forms: readonly Form[]): readonly string[] {
  return forms.flatMap((form) => {
    if (form.kind !== 'list') return [];
    const operator = operatorOf(form) ?? '';
    const [, header] = form.items;
    const writer = /^def(un|method|generic)$/.test(operator) && header?.kind === 'list' ? header.items[1] : undefined;
    const name = designator(/^(defsetf|define-setf-expander)$/.test(operator) ? header : writer);
    return name === null ? [] : [name];
  });
}

function addMissing(name: string, kind: ProjectFunction['kind'], functions: Map<string, ProjectFunction>): void {
  if (!functions.has(name)) functions.set(name, { kind, signature: null, bodyAt: null });
}

/**
 * Finds the macros whose bodies are code. One may insert its body into another, so they are asked until nothing
 * changes.
 */
function addBodies(macros: ReadonlyMap<string, LispList>, functions: Map<string, ProjectFunction>): void {
  const bodies = new Map<string, number | null>();
  for (const [name, form] of macros) bodies.set(name, argumentsBeforeBody(form));
  const bodyStart = (name: string) => bodies.get(name);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const [name, form] of macros) {
      if (bodyStart(name) === null || evaluatesBody(form, bodyStart)) continue;
      bodies.set(name, null);
      isSettled = false;
    }
  }
  for (const [name, bodyAt] of bodies)
    functions.set(name, { signature: null, ...functions.get(name), kind: 'macro', bodyAt });
}
