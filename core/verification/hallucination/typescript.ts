import ts from '@typescript/typescript6';
import type { HallucinationRules } from '../policy/rules.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';
import { unknownCalledMembers } from './called-members.ts';
import { moduleFinding, requiredModules } from './module-findings.ts';
import type { Looking } from './name-check.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { NodePackages } from './node-packages.ts';
import { createTypeScriptProgram, filesByConfig, type TypeScriptProgram } from './typescript-program.ts';

/** What the compiler says when a name is not there, by what kind of name. */
const codes: Readonly<Record<number, 'name' | 'member' | 'import' | 'module' | 'arity'>> = {
  2304: 'name',
  2552: 'name',
  2503: 'name',
  18004: 'name',
  2662: 'name',
  2663: 'name',
  2339: 'member',
  2551: 'member',
  2550: 'member',
  2305: 'import',
  2724: 'import',
  2614: 'import',
  2694: 'import',
  1192: 'import',
  2307: 'module',
  2792: 'module',
  2554: 'arity',
  2575: 'arity',
};

/** Names that test runners, module loaders and old browser pages put into the global scope. */
const ambientNames: ReadonlySet<string> = new Set(
  'describe it test expect before after beforeEach afterEach beforeAll afterAll suite setup teardown jest vi cy define $ jQuery chrome browser Deno Bun QUnit jasmine sinon assert artifacts contract Ember angular _'.split(
    ' ',
  ),
);

/** TypeScript and JavaScript by the compiler: names, members, imports and packages that are nowhere (V5). */
export function typescriptHallucinations(
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
  looking: Looking,
): DimensionFindings {
  const packages = new NodePackages(tree);
  const found = filesByConfig(tree, files).map((part) => partHallucinations(tree, part, packages, rules, looking));
  return {
    violations: found.flatMap(({ violations }) => violations),
    inconclusive: found.flatMap(({ inconclusive }) => inconclusive),
  };
}

/** Files under one tsconfig: what is a global name in one part of a project is none in another. */
function partHallucinations(
  tree: ProjectTree,
  files: readonly string[],
  packages: NodePackages,
  rules: HallucinationRules,
  looking: Looking,
): DimensionFindings {
  const compiled = createTypeScriptProgram(tree, files, looking);
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  for (const path of files) {
    const file = compiled.fileOf(path);
    if (file === undefined) {
      inconclusive.push({
        file: path,
        reason: compiled.isTooDeep(path) ? 'is nested too deeply to be read' : 'The compiler did not take this file',
      });
      continue;
    }
    looking(path);
    const tellModule = (specifier: ts.Node) => {
      const found = moduleFinding(specifier, path, tree, packages);
      if (found === null) return;
      if ('reason' in found) inconclusive.push(found);
      else violations.push(found);
    };
    if (!isScript(path)) for (const specifier of requiredModules(file, compiled)) tellModule(specifier);
    for (const diagnostic of compiled.program.getSemanticDiagnostics(file)) {
      const kind = Object.hasOwn(codes, diagnostic.code) ? codes[diagnostic.code] : undefined;
      if (kind === undefined || diagnostic.start === undefined) continue;
      const node = nodeAt(file, diagnostic.start);
      const line = file.getLineAndCharacterOfPosition(diagnostic.start).line + 1;
      if (isTypeOnly(node)) continue;
      if (kind === 'module') {
        tellModule(node);
        continue;
      }
      if (!isAsked(kind, node, compiled, rules)) continue;
      if (isScript(path) && !isCertainInScript(kind, node, compiled, file, tree)) continue;
      violations.push(finding(kind, node, diagnostic, path, line, compiled));
    }
  }
  if (rules.checkProjectApis) {
    const scripts = files.filter(isScript);
    const members = unknownCalledMembers(tree, scripts, compiled, ambientNames);
    const isTold = (one: { readonly file: string | null; readonly line?: number | null; readonly symbol?: string }) =>
      violations.some(({ file, line, symbol }) => file === one.file && line === one.line && symbol === one.symbol);
    violations.push(...members.violations.filter((one) => !isTold(one)));
    inconclusive.push(...members.inconclusive);
  }
  return { violations, inconclusive };
}

function isScript(path: string): boolean {
  return /\.[mc]?jsx?$/.test(path);
}

function nodeAt(file: ts.SourceFile, position: number): ts.Node {
  let found: ts.Node = file;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) <= position && position < node.end) {
      found = node;
      ts.forEachChild(node, visit);
    }
  };
  visit(file);
  return found;
}

/** Types, `typeof x`, and imports of types alone never run, so they never alarm. */
function isTypeOnly(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (ts.isTypeOfExpression(at) && at.expression === node) return true;
    if (ts.isExpressionWithTypeArguments(at)) {
      const clause = at.parent;
      if (!ts.isHeritageClause(clause) || clause.token === ts.SyntaxKind.ImplementsKeyword) return true;
      return ts.isInterfaceDeclaration(clause.parent);
    }
    if (ts.isTypeNode(at) || ts.isTypeAliasDeclaration(at) || ts.isInterfaceDeclaration(at)) return true;
    if (ts.isJSDoc(at)) return true;
    if (ts.isImportSpecifier(at) && at.isTypeOnly) return true;
    if (ts.isImportClause(at) && at.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
    if (ts.isImportDeclaration(at)) return at.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    if (ts.isExportDeclaration(at)) return at.isTypeOnly;
  }
  return false;
}

/** `check_cl_symbols` asks for what the language and its platform define, `check_project_apis` for everything else. */
function isAsked(
  kind: 'name' | 'member' | 'import' | 'arity',
  node: ts.Node,
  compiled: TypeScriptProgram,
  rules: HallucinationRules,
): boolean {
  if (rules.checkLanguageSymbols && rules.checkProjectApis) return true;
  if (kind === 'name') return rules.checkProjectApis;
  const isLanguage =
    kind === 'member' && receiverDeclarations(node, compiled).every((file) => compiled.pathOf(file.fileName) === null);
  return isLanguage ? rules.checkLanguageSymbols : rules.checkProjectApis;
}

function receiverDeclarations(node: ts.Node, { program }: TypeScriptProgram): readonly ts.SourceFile[] {
  const access = node.parent;
  if (access === undefined || !ts.isPropertyAccessExpression(access)) return [];
  const checker = program.getTypeChecker();
  const type = checker.getApparentType(checker.getTypeAtLocation(access.expression));
  return (type.symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile());
}

/** A CommonJS module that exports more than the compiler sees. */
const addsExports = /Object\.assign\((?:module\.)?exports\b|\bexports\[|\b__exportStar\(/;

/** JavaScript adds properties to anything at any time: only closed things can lack a member for certain. */
function isCertainInScript(
  kind: string,
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

function finding(
  kind: 'name' | 'member' | 'import' | 'arity',
  node: ts.Node,
  diagnostic: ts.Diagnostic,
  file: string,
  line: number,
  { program }: TypeScriptProgram,
): Violation {
  const symbol = node.getText().slice(0, 100);
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  const hinted = /Did you mean (?:to access )?(?:the (?:instance|static) member )?'([^']+)'/.exec(text)?.[1];
  const nearest = hinted ?? nearestInScope(kind, node, symbol, program);
  const typo = nearest === null ? '' : ' (typo?)';
  switch (kind) {
    case 'name': {
      const verb =
        ts.isCallExpression(node.parent) && node.parent.expression === node
          ? 'Called undefined function'
          : 'Used undefined name';
      return unknownName({ rule: 'name', file, line, symbol, message: `${verb} '${symbol}'${typo}`, nearest });
    }
    case 'member':
      return unknownName({
        rule: 'member',
        file,
        line,
        symbol,
        message: `There is no member '${symbol}'${typo}: ${text}`,
        nearest,
      });
    case 'import':
      return unknownName({
        rule: 'import',
        file,
        line,
        symbol,
        message: `Imported name '${symbol}' is not exported${typo}: ${text}`,
        nearest,
      });
    case 'arity':
      return unknownName({ rule: 'arity', file, line, symbol, message: text, nearest: null });
  }
}

function nearestInScope(kind: string, node: ts.Node, symbol: string, program: ts.Program): string | null {
  const checker = program.getTypeChecker();
  if (kind === 'name') {
    return nearestName(
      symbol,
      checker.getSymbolsInScope(node, ts.SymbolFlags.Value).map(({ name }) => name),
    );
  }
  const access = node.parent;
  if (kind === 'member' && access !== undefined && ts.isPropertyAccessExpression(access)) {
    const type = checker.getApparentType(checker.getTypeAtLocation(access.expression));
    return nearestName(
      symbol,
      type.getProperties().map(({ name }) => name),
    );
  }
  return null;
}
