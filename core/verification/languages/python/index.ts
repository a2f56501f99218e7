import { lineOf, parseTree, pythonSyntaxErrors, type SgNode } from '../../../syntax-tree/index.ts';
import type { DeclaredName, SourceLanguage, SourceModel } from '../model.ts';
import { exportsOf } from './exports.ts';
import { functionsOf } from './functions.ts';

export const python: SourceLanguage = { id: 'python', title: 'Python', complexityAs: 'radon', read };

function read(text: string, path: string): SourceModel {
  const root = parseTree('python', text.replace(/^\uFEFF/, ''));
  // The grammar takes wrong indentation for right, and right syntax that it does not know for wrong.
  const [error] = pythonSyntaxErrors(text);
  const syntaxError = error === undefined ? null : { line: error.line, message: error.message };
  if (syntaxError !== null) return { syntaxError, functions: [], names: [], exports: [], surface: [] };
  const functions = functionsOf(root);
  const exports = exportsOf(root, path);
  const surface = [...functions.map(({ symbol }) => symbol), ...exports.map(({ name }) => name)];
  return { syntaxError, functions, names: declaredNames(root), exports, surface: [...new Set(surface)] };
}

/** The names that a node of each kind declares. */
const declaring: Readonly<Record<string, (node: SgNode) => readonly DeclaredName[]>> = {
  function_definition: (node) => [{ name: node.field('name')?.text() ?? '', kind: 'function', line: lineOf(node) }],
  class_definition: (node) => [{ name: node.field('name')?.text() ?? '', kind: 'type', line: lineOf(node) }],
  assignment: (node) => {
    const left = node.field('left');
    // `Name = TypeVar(…)` and the like name types.
    const isType = /^(TypeVar|NewType|NamedTuple|namedtuple|type)\b/.test(node.field('right')?.text() ?? '');
    if (left?.kind() !== 'identifier' || isType) return [];
    return [{ name: left.text(), kind: 'variable', line: lineOf(left) }];
  },
  parameters: (node) =>
    node.children().flatMap((parameter) => {
      const name = /^\**([\p{L}_]\w*)/u.exec(parameter.text())?.[1];
      return name === undefined ? [] : [{ name, kind: 'parameter', line: lineOf(parameter) }];
    }),
};

function declaredNames(root: SgNode): readonly DeclaredName[] {
  const definitions = root.findAll({ rule: { any: Object.keys(declaring).map((kind) => ({ kind })) } });
  return definitions.flatMap((node) => declaring[String(node.kind())]?.(node) ?? []);
}
