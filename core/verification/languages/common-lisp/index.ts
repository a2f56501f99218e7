import type { ExportModel, SourceLanguage, SourceModel } from '../model.ts';
import { complexityOf } from './complexity.ts';
import { definitionsOf, isDocumented, packagesOf } from './definitions.ts';
import { readLisp } from './reader.ts';

export const commonLisp: SourceLanguage = {
  id: 'common-lisp',
  title: 'Common Lisp',
  complexityAs: 'V7 (if, when, unless, clauses, and/or, loops, handlers)',
  read,
};

function read(text: string): SourceModel {
  const { forms, hidden, error } = readLisp(text);
  if (error !== null) return { syntaxError: error, functions: [], names: [], exports: [], surface: [] };
  const definitions = definitionsOf(forms);
  const packages = packagesOf(forms);
  const functions = definitions
    .filter(({ kind, form }) => kind !== 'variable' && kind !== 'type' && !isGeneric(form.items[0]))
    .map((definition) => ({
      name: definition.name,
      symbol: definition.name,
      line: definition.form.line,
      column: 1,
      lines: definition.form.endLine - definition.form.line + 1,
      ...complexityOf(definition.body),
      isPublic: !definition.name.startsWith('%'),
      documented: isDocumented(definition),
    }));
  return {
    syntaxError: null,
    functions,
    names: definitions
      .filter(({ name }) => !name.startsWith('('))
      .map(({ name, form, kind }) => ({
        name: originalName(text, form.line, name),
        kind: nameKinds[kind],
        line: form.line,
      })),
    exports: exportsOf(definitions, definitionsOf(hidden), packages),
    surface: [
      ...definitions.map(({ name }) => name),
      ...packages.flatMap(({ exports }) => exports.map(({ name }) => name)),
    ],
  };
}

const nameKinds = {
  function: 'function',
  macro: 'function',
  method: 'function',
  variable: 'variable',
  type: 'type',
} as const;

function isGeneric(head: unknown): boolean {
  return typeof head === 'object' && head !== null && 'name' in head && head.name === 'defgeneric';
}

/** The name with its letters as they are written: the reader folds them, a naming convention looks at them. */
function originalName(text: string, line: number, name: string): string {
  const lines = text
    .split('\n')
    .slice(line - 1, line + 1)
    .join('\n');
  const at = lines.toLowerCase().indexOf(name);
  return at < 0 ? name : lines.slice(at, at + name.length);
}

/**
 * What the packages of this source export, and the definitions: all, or only exported ones where that is known. What
 * only other implementations see counts where there is no definition for this one.
 */
function exportsOf(
  definitions: ReturnType<typeof definitionsOf>,
  elsewhere: ReturnType<typeof definitionsOf>,
  packages: ReturnType<typeof packagesOf>,
): readonly ExportModel[] {
  const exported = new Map(packages.flatMap(({ exports }) => exports.map(({ name, line }) => [name, line] as const)));
  const found = new Map<string, ExportModel>();
  for (const [name, line] of exported) found.set(`export ${name}`, { name: `export ${name}`, line, signature: null });
  const seen = new Set(definitions.map(({ name }) => name));
  for (const { name, kind, form, signature } of [...definitions, ...elsewhere.filter((one) => !seen.has(one.name))]) {
    if (exported.size > 0 && !exported.has(name)) continue;
    if (exported.size === 0 && name.startsWith('%')) continue;
    // All methods of one function agree with each other; the generic function or the first method speaks for them.
    if (kind === 'method' && found.has(name)) continue;
    // A function and a condition may have one name; the function is what is called.
    if (kind === 'type' && found.get(name)?.meaning === 'value') continue;
    found.set(name, { name, line: form.line, signature, meaning: kind === 'type' ? 'type' : 'value' });
  }
  return [...found.values()];
}
