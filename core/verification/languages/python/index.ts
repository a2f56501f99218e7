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

function declaredNames(root: SgNode): readonly DeclaredName[] {
  const found: DeclaredName[] = [];
  const definitions = root.findAll({
    rule: { any: ['function_definition', 'class_definition', 'assignment', 'parameters'].map((kind) => ({ kind })) },
  });
  for (const node of definitions) {
    switch (node.kind()) {
      case 'function_definition':
        found.push({ name: node.field('name')?.text() ?? '', kind: 'function', line: lineOf(node) });
        break;
      case 'class_definition':
        found.push({ name: node.field('name')?.text() ?? '', kind: 'type', line: lineOf(node) });
        break;
      case 'assignment': {
        const left = node.field('left');
        // `Name = TypeVar(…)` and the like name types.
        const isType = /^(TypeVar|NewType|NamedTuple|namedtuple|type)\b/.test(node.field('right')?.text() ?? '');
        if (left?.kind() === 'identifier' && !isType)
          found.push({ name: left.text(), kind: 'variable', line: lineOf(left) });
        break;
      }
      case 'parameters':
        for (const parameter of node.children()) {
          const name = /^\**([\p{L}_]\w*)/u.exec(parameter.text())?.[1];
          if (name !== undefined) found.push({ name, kind: 'parameter', line: lineOf(parameter) });
        }
        break;
    }
  }
  return found;
}
