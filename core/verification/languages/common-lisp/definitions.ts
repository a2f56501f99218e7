import type { Signature } from '../model.ts';
import { type Form, isQuotation, type LispList, operatorOf } from './forms.ts';
import { signatureOf } from './lambda-list.ts';

export interface LispDefinition {
  readonly name: string;
  readonly kind: 'function' | 'macro' | 'method' | 'variable' | 'type';
  readonly form: LispList;
  readonly signature: Signature | null;
  /** The forms after the lambda list. */
  readonly body: readonly Form[];
}

const functionOperators: Readonly<Record<string, 'function' | 'macro' | 'method'>> = {
  defun: 'function',
  defmacro: 'macro',
  defmethod: 'method',
  defgeneric: 'function',
};
const variableOperators: ReadonlySet<string> = new Set([
  'defvar',
  'defparameter',
  'defconstant',
  'define-symbol-macro',
]);
const typeOperators: ReadonlySet<string> = new Set(['defclass', 'defstruct', 'deftype', 'define-condition']);
/** Forms whose contents are at the top as well. */
const transparent: ReadonlySet<string> = new Set([
  'progn',
  'eval-when',
  'locally',
  'let',
  'let*',
  'flet',
  'labels',
  'macrolet',
]);

/** Every definition at the top of a source, through `progn`, `eval-when` and the like. */
export function definitionsOf(forms: readonly Form[]): readonly LispDefinition[] {
  return forms.flatMap((form) => {
    if (form.kind !== 'list') return [];
    const operator = operatorOf(form) ?? '';
    if (transparent.has(operator)) return definitionsOf(form.items.slice(1));
    const found = definitionOf(operator, form);
    return found === null ? [] : [found];
  });
}

function definitionOf(operator: string, form: LispList): LispDefinition | null {
  const kind = Object.hasOwn(functionOperators, operator) ? functionOperators[operator] : undefined;
  const name = definedName(form.items[1]);
  if (name === null) return null;
  if (kind !== undefined) {
    // Methods may have qualifiers like :before between name and lambda list.
    const at = form.items.findIndex((item, index) => index >= 2 && item.kind === 'list');
    const lambdaList = form.items[at];
    const signature = at < 0 ? null : signatureOf(kind === 'method' ? withoutSpecialisers(lambdaList) : lambdaList);
    return { name, kind, form, signature, body: at < 0 ? [] : form.items.slice(at + 1) };
  }
  if (variableOperators.has(operator)) return { name, kind: 'variable', form, signature: null, body: [] };
  if (typeOperators.has(operator)) return { name, kind: 'type', form, signature: null, body: [] };
  return null;
}

/** `name`, `(setf name)` or `(name options…)`. */
function definedName(form: Form | undefined): string | null {
  if (form?.kind === 'symbol') return form.name;
  if (form?.kind !== 'list') return null;
  const [first, second] = form.items;
  if (first?.kind !== 'symbol') return null;
  return first.name === 'setf' && second?.kind === 'symbol' ? `(setf ${second.name})` : first.name;
}

function withoutSpecialisers(lambdaList: Form | undefined): Form | undefined {
  if (lambdaList?.kind !== 'list') return lambdaList;
  const marker = lambdaList.items.findIndex((item) => item.kind === 'symbol' && item.name.startsWith('&'));
  const required = marker < 0 ? lambdaList.items : lambdaList.items.slice(0, marker);
  const rest = marker < 0 ? [] : lambdaList.items.slice(marker);
  return {
    ...lambdaList,
    items: [...required.map((item) => (item.kind === 'list' ? (item.items[0] ?? item) : item)), ...rest],
  };
}

/** The body begins with a string that is not its only form, or the definition has a `:documentation`. */
export function isDocumented({ body, kind, form }: LispDefinition): boolean {
  const first = body[0];
  if (kind !== 'variable' && first?.kind === 'string' && body.length > 1) return true;
  return form.items.some((item) => item.kind === 'list' && isKeyword(item.items[0], 'documentation'));
}

function isKeyword(form: Form | undefined, name: string): boolean {
  return form?.kind === 'symbol' && form.package === '' && form.name === name;
}

export interface PackageDefinition {
  readonly name: string;
  readonly line: number;
  /** Packages whose symbols it has, in any implementation. */
  readonly uses: readonly string[];
  readonly exports: readonly { readonly name: string; readonly line: number }[];
  readonly imports: readonly string[];
  readonly nicknames: readonly string[];
  /** Names that other packages have in this one only. */
  readonly localNicknames: readonly string[];
}

/** The `defpackage` forms of a source, with what `export` forms add to the last of them. */
export function packagesOf(forms: readonly Form[]): readonly PackageDefinition[] {
  return forms.flatMap((form) => {
    if (form.kind !== 'list') return [];
    const operator = operatorOf(form) ?? '';
    if (transparent.has(operator)) return packagesOf(form.items.slice(1));
    if (operator !== 'defpackage' && operator !== 'define-package') return [];
    const name = designator(form.items[1]);
    if (name === null) return [];
    const clauses = (keyword: string) =>
      form.items.flatMap((item) =>
        item.kind === 'list' && isKeyword(item.items[0], keyword) ? item.items.slice(1) : [],
      );
    const withHidden = (keyword: string) =>
      form.items.flatMap((item) =>
        item.kind === 'list' && isKeyword(item.items[0], keyword)
          ? [...item.items.slice(1), ...(item.hidden ?? [])]
          : [],
      );
    const named = (items: readonly Form[]) => items.flatMap((item) => designator(item) ?? []);
    const importClauses = form.items.filter(
      (item): item is LispList =>
        item.kind === 'list' &&
        (isKeyword(item.items[0], 'import-from') || isKeyword(item.items[0], 'shadowing-import-from')),
    );
    return [
      {
        name,
        line: form.line,
        uses: named(['use', 'mix', 'reexport', 'use-reexport', 'mix-reexport'].flatMap(withHidden)),
        exports: clauses('export').flatMap((item) => {
          const exported = designator(item);
          return exported === null ? [] : [{ name: exported, line: item.line }];
        }),
        imports: importClauses.flatMap((clause) => named(clause.items.slice(2))),
        nicknames: named(clauses('nicknames')),
        localNicknames: clauses('local-nicknames').flatMap((one) =>
          one.kind === 'list' ? named(one.items.slice(0, 1)) : [],
        ),
      },
    ];
  });
}

/** A string designator: `foo`, `:foo`, `#:foo` or `"FOO"`. */
export function designator(form: Form | undefined): string | null {
  if (form?.kind === 'symbol') return form.name;
  if (form?.kind === 'string') return form.text.toLowerCase();
  if (form?.kind === 'list' && isQuotation(form, 'quote')) return designator(form.items[1]);
  return null;
}
