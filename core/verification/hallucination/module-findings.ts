import ts from '@typescript/typescript6';
import type { ProjectTree } from '../project/tree.ts';
import type { Inconclusive, Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { type NodePackages, packageOf } from './node-packages.ts';
import type { TypeScriptProgram } from './typescript-program.ts';

/**
 * What TypeScript passes to Node's `require`, which the compiler does not look at there, but for aliases of its
 * configuration.
 */
export function requiredModules(file: ts.SourceFile, { program, pathOf }: TypeScriptProgram): readonly ts.Node[] {
  if (!file.text.includes('require(')) return [];
  const checker = program.getTypeChecker();
  const aliases = Object.keys(program.getCompilerOptions().paths ?? {}).map((alias) => alias.split('*', 1)[0] ?? '');
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require') {
      const [specifier] = node.arguments;
      const declarations = checker.getSymbolAtLocation(node.expression)?.declarations ?? [];
      const isNodes = declarations.every((one) => pathOf(one.getSourceFile().fileName) === null);
      if (specifier !== undefined && ts.isStringLiteralLike(specifier) && isNodes)
        if (!aliases.some((alias) => specifier.text.startsWith(alias))) found.push(specifier);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * What is wrong with an imported module. Left open are scoped names in TypeScript while no tsconfig says what aliases
 * there are, and what is required inside `try` with a `catch`, which may be missing on purpose.
 */
export function moduleFinding(
  node: ts.Node,
  file: string,
  tree: ProjectTree,
  packages: NodePackages,
): Violation | Inconclusive | null {
  if (!ts.isStringLiteralLike(node)) return null;
  const specifier = node.text;
  const source = node.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  if (specifier.startsWith('.') || specifier.startsWith('/')) return ownModuleFinding(specifier, file, line, tree);
  const name = packageOf(specifier);
  const verdict = packages.verdict(name);
  switch (verdict.kind) {
    case 'known':
      return null;
    case 'invented': {
      const message = `Imported package '${name}' is neither in the manifest nor in the lockfile nor installed`;
      const excuse = excuseFor(node, name, file, tree);
      if (excuse !== null) return { file, line, reason: `${message}; ${excuse}` };
      return unknownName({ rule: 'package', file, line, symbol: name, message, nearest: verdict.nearest });
    }
    case 'open': {
      const suggestion = verdict.nearest === null ? {} : { suggestion: `Did you mean '${verdict.nearest}'?` };
      return { file, line, reason: verdict.reason, ...suggestion };
    }
  }
}

/** Why a package that nothing names may be meant all the same; null: nothing speaks for it. */
function excuseFor(node: ts.Node, name: string, file: string, tree: ProjectTree): string | null {
  if (isTried(node)) return 'it may be missing on purpose';
  const mayBeAlias = name.startsWith('@') && /\.[mc]?tsx?$/.test(file) && !hasConfig(tree);
  return mayBeAlias ? 'no tsconfig says whether it is an alias' : null;
}

function ownModuleFinding(specifier: string, file: string, line: number, tree: ProjectTree): Violation | null {
  const target = new URL(specifier, `file:///${file}`).pathname.slice(1).replace(/\?.*$|\/$/g, '');
  const isThere = tree
    .paths()
    .some((path) => path === target || path.startsWith(`${target}.`) || path.startsWith(`${target}/`));
  if (isThere) return null;
  const stem = (path: string) => path.replace(/(\/index)?(\.d)?\.[mc]?[jt]sx?$/, '');
  const nearest = nearestName(stem(target), tree.paths().map(stem));
  const message = `Imported module '${specifier}' does not exist`;
  return unknownName({ rule: 'import', file, line, symbol: specifier, message, nearest });
}

/** Inside the block of a `try` that catches. */
function isTried(node: ts.Node): boolean {
  for (let at = node; at.parent !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isTryStatement(at.parent) && at.parent.tryBlock === at && at.parent.catchClause !== undefined) return true;
  }
  return false;
}

function hasConfig(tree: ProjectTree): boolean {
  return tree.paths().some((path) => /(^|\/)tsconfig[^/]*\.json$/.test(path));
}
