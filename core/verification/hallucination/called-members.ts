import ts from '@typescript/typescript6';
import { violation } from '../dimensions/findings.ts';
import type { ProjectTree } from '../project/tree.ts';
import { type DimensionFindings, nothingFound } from '../result.ts';
import { dropDeclared, dropMentioned, identifiersOf } from './mentioned-names.ts';
import { extendedName, isSlip, nearestName } from './nearest.ts';
import { PackageSources } from './package-sources.ts';
import type { TypeScriptProgram } from './typescript-program.ts';

/** Methods called by this name on whatever it is; the name stands nowhere else. */
interface CalledMember {
  readonly path: string;
  readonly name: ts.Identifier;
}

/**
 * Members that JavaScript calls and that nothing declares, assigns, keys or quotes: no file of the project, no package
 * that it depends on or names, no library of the platform. What type the receiver has does not matter. A slip of a
 * known name is an error; any other, or where packages are missing that may have it, is left open (V5).
 */
export function unknownCalledMembers(
  tree: ProjectTree,
  paths: readonly string[],
  compiled: TypeScriptProgram,
  ambient: ReadonlySet<string>,
): DimensionFindings {
  const all = paths.flatMap((path) => calledMembers(path, compiled));
  const names = new Set(all.map(({ name }) => name.text));
  dropDeclared(names, compiled);
  const called = all.filter(({ name }) => names.has(name.text) && !isForeign(name, compiled, ambient));
  const left = new Set(called.map(({ name }) => name.text));
  const packages = new PackageSources(tree);
  dropMentioned(left, tree, paths, compiled, packages);
  if (left.size === 0) return nothingFound;
  const words = knownWords(paths, left, compiled);
  const found = called.filter(({ name }) => left.has(name.text)).map((one) => verdict(one, words, packages.isComplete));
  return {
    violations: found.flatMap(({ violations }) => violations),
    inconclusive: found.flatMap(({ inconclusive }) => inconclusive),
  };
}

/** Calls of members, but not those that ask first (`a.b?.()`). */
function calledMembers(path: string, { fileOf }: TypeScriptProgram): readonly CalledMember[] {
  const file = fileOf(path);
  if (file === undefined) return [];
  const found: CalledMember[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.questionDotToken === undefined) {
      const { expression: callee } = node;
      const name = ts.isPropertyAccessExpression(callee) ? callee.name : null;
      if (name !== null && ts.isIdentifier(name) && /^[\w$]+$/.test(name.text)) found.push({ path, name });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether the receiver is what a page, a host or a test runner puts there. */
function isForeign(name: ts.Identifier, { program }: TypeScriptProgram, ambient: ReadonlySet<string>): boolean {
  let root: ts.Node = name.parent;
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root) || ts.isCallExpression(root))
    root = root.expression;
  if (!ts.isIdentifier(root)) return false;
  return ambient.has(root.text) || program.getTypeChecker().getSymbolAtLocation(root) === undefined;
}

/** Every word that the compiler read, those of the files in question first. */
function knownWords(
  paths: readonly string[],
  unknown: ReadonlySet<string>,
  { program, fileOf, pathOf }: TypeScriptProgram,
): ReadonlySet<string> {
  const all = program.getSourceFiles();
  const asked = paths.flatMap((path) => fileOf(path) ?? []);
  const own = all.filter((file) => pathOf(file.fileName) !== null);
  const words = new Set<string>();
  for (const file of [...asked, ...own, ...all]) {
    for (const word of identifiersOf(file)?.keys() ?? []) {
      if (typeof word === 'string' && !unknown.has(word)) words.add(word);
    }
  }
  return words;
}

function verdict({ path, name }: CalledMember, words: ReadonlySet<string>, hasAllPackages: boolean): DimensionFindings {
  const symbol = name.text;
  const file = name.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
  // `Report` is a class and nothing that a call of a member means.
  const isAlike = (word: string) => /^[A-Z]/.test(word) === /^[A-Z]/.test(symbol);
  const nearest = nearestName(symbol, [...words].filter(isAlike));
  const close = nearest ?? extendedName(symbol, words);
  const what = `Nothing in the project, its packages or the platform has a member '${symbol}'`;
  if (nearest !== null && isSlip(symbol, nearest) && hasAllPackages) {
    return {
      violations: [
        violation({
          dimension: 'hallucination',
          type: 'hallucination',
          rule: 'hallucination/member',
          symbol,
          file: path,
          line,
          message: `${what} (typo?)`,
          suggestion: `Check for '${nearest}'`,
        }),
      ],
      inconclusive: [],
    };
  }
  if (close === null && !hasAllPackages) return nothingFound;
  const reason = hasAllPackages ? what : `${what}, as far as they are installed`;
  const hint = close === null ? {} : { suggestion: `Did you mean '${close}'?` };
  return { violations: [], inconclusive: [{ file: path, line, reason, ...hint }] };
}
