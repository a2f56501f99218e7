import ts from '@typescript/typescript6';
import { type ProjectTree, textOf } from '../project/tree.ts';
import type { MissingKind } from './compiler-finding.ts';
import type { TypeScriptProgram } from './typescript-program.ts';

/** Names that test runners, module loaders and old browser pages put into the global scope. */
export const ambientNames: ReadonlySet<string> = new Set(
  'describe it test expect before after beforeEach afterEach beforeAll afterAll suite setup teardown jest vi cy define $ jQuery chrome browser Deno Bun QUnit jasmine sinon assert artifacts contract Ember angular _'.split(
    ' ',
  ),
);

/** Whether a source is JavaScript, where the compiler guesses types. */
export function isScript(path: string): boolean {
  return /\.[mc]?jsx?$/.test(path);
}

/** A CommonJS module that exports more than the compiler sees. */
const addsExports = /Object\.assign\((?:module\.)?exports\b|\bexports\[|\b__exportStar\(/;

/** JavaScript adds properties to anything at any time: only closed things can lack a member for certain. */
export function isCertainInScript(
  kind: MissingKind,
  node: ts.Node,
  compiled: TypeScriptProgram,
  file: ts.SourceFile,
  tree: ProjectTree,
): boolean {
  if (kind === 'arity') return false;
  if (kind === 'name')
    return ts.isIdentifier(node) && !ambientNames.has(node.text) && !isDeclaredGlobal(node.text, file);
  if (kind === 'import') return true;
  const access = node.parent;
  if (access === undefined || !ts.isPropertyAccessExpression(access)) return false;
  if (!ts.isCallExpression(access.parent) || access.parent.expression !== access) return false;
  const checker = compiled.program.getTypeChecker();
  const type = checker.getApparentType(checker.getTypeAtLocation(access.expression));
  const declarations = type.symbol?.declarations ?? [];
  if (declarations.length === 0 || isGuess(type, checker)) return false;
  if (access.expression.kind === ts.SyntaxKind.ThisKeyword) return isClosedClass(access, checker);
  const member = node.getText(file);
  return declarations.every((declaration) => {
    // Declarations that were made from a source may hold less than it does.
    const path = compiled.pathOf(declaration.getSourceFile().fileName);
    if (!ts.isSourceFile(declaration) || path === null) return path === null;
    const source = textOf(tree, path.replace(/\.d\.([mc]?)ts$/, '.$1js')) ?? '';
    return !source.includes(`exports.${member}`) && !addsExports.test(source);
  });
}

/** What is inferred for an empty list, and what functions carry, says nothing of what is put there later. */
function isGuess(type: ts.Type, checker: ts.TypeChecker): boolean {
  return /^(any|never)\[\]$|^Function$/.test(checker.typeToString(type));
}

/** A class without bases whose source never adds members but by plain assignment, which the compiler sees. */
function isClosedClass(node: ts.Node, checker: ts.TypeChecker): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isFunctionExpression(at)) return false;
    if (!ts.isClassLike(at)) continue;
    const isOpen = /Object\.(assign|definePropert)|\bthis\[|\.prototype\b|\bReflect\./.test(at.getSourceFile().text);
    const bases = at.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
    return (
      !isOpen && bases.every((base) => (checker.getTypeAtLocation(base.expression).flags & ts.TypeFlags.Any) === 0)
    );
  }
  return false;
}

/** Names that a `global` comment of a linter declares. */
function isDeclaredGlobal(name: string, file: ts.SourceFile): boolean {
  return [...file.text.matchAll(/\/\*\s*globals?\s+([^*]+)\*\//g)].some((match) =>
    (match[1] ?? '').split(/[\s,:]+/).includes(name),
  );
}
