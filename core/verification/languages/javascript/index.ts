import type { DeclaredName, FunctionModel, NotRead, SourceLanguage, SourceModel } from '../model.ts';
import { boundNames, exportsOf } from './exports.ts';
import { type EsFunction, functionsOf, isPublicMember } from './functions.ts';
import { surfaceOf } from './surface.ts';
import { child, children, type EsNode, type EsSource, nameOf, nodesBelow, parseJavaScript } from './syntax.ts';

export const javascript: SourceLanguage = {
  id: 'javascript',
  title: 'JavaScript',
  complexityAs: 'ESLint complexity (classic)',
  read,
};

export const typescript: SourceLanguage = { ...javascript, id: 'typescript', title: 'TypeScript' };

function read(text: string, path: string): SourceModel | NotRead {
  const source = parseJavaScript(text, path);
  if ('reason' in source) return source;
  if (source.error !== null) return { syntaxError: source.error, functions: [], names: [], exports: [], surface: [] };
  const exported = exportsOf(source);
  const names = new Set(exported.map(({ name }) => name));
  return {
    syntaxError: null,
    functions: functionsOf(source).map((one) => withVisibility(one, names)),
    names: declaredNames(source),
    exports: exported,
    surface: surfaceOf(source),
  };
}

/** Exported functions and the open methods of exported classes are public. */
function withVisibility(one: EsFunction, exported: ReadonlySet<string>): FunctionModel {
  const { start, kind, owner, ...model } = one;
  const isMember = owner.type === 'MethodDefinition';
  const isPublic = kind === 'function' && exported.has(one.symbol) && (!isMember || isPublicMember(owner));
  return { ...model, isPublic };
}

function declaredNames({ program, places }: EsSource): readonly DeclaredName[] {
  const found: DeclaredName[] = [];
  const add = (kind: DeclaredName['kind'], name: string | null, node: EsNode) => {
    if (name !== null && /^[\p{L}_$]/u.test(name)) found.push({ name, kind, line: places.line(node.start) });
  };
  const walk = (node: EsNode): void => {
    const declared = declaredBy(node);
    if (declared !== null) add(declared.kind, nameOf(declared.named), node);
    if (Array.isArray(node.params) && /Function/.test(node.type)) {
      for (const name of parametersOf(node)) add('parameter', name, node);
    }
    for (const below of nodesBelow(node)) walk(below);
  };
  walk(program);
  return found;
}

/** What a node itself declares, and the node that holds its name. */
function declaredBy(node: EsNode): { readonly kind: DeclaredName['kind']; readonly named: EsNode | null } | null {
  switch (node.type) {
    case 'FunctionDeclaration':
      return { kind: 'function', named: child(node, 'id') };
    case 'ClassDeclaration':
      return { kind: 'type', named: child(node, 'id') };
    case 'MethodDefinition':
      if (node.computed === true || node.kind === 'constructor') return null;
      return { kind: 'function', named: child(node, 'key') };
    case 'VariableDeclarator': {
      const id = child(node, 'id');
      const isFunction = /Function/.test(child(node, 'init')?.type ?? '');
      return id?.type === 'Identifier' ? { kind: isFunction ? 'function' : 'variable', named: id } : null;
    }
    default:
      return null;
  }
}

function parametersOf(node: EsNode): readonly string[] {
  return children(node, 'params')
    .filter(({ type }) => type !== 'ObjectPattern')
    .flatMap(boundNames);
}
