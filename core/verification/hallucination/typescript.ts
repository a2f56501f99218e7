import ts from '@typescript/typescript6';
import type { HallucinationRules } from '../policy/rules.ts';
import type { ProjectTree } from '../project/tree.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';
import { unknownCalledMembers } from './called-members.ts';
import { compilerFinding, type MissingKind } from './compiler-finding.ts';
import { moduleFinding, requiredModules } from './module-findings.ts';
import type { Looking } from './name-check.ts';
import { NodePackages } from './node-packages.ts';
import { ambientNames, isCertainInScript, isScript } from './script-certainty.ts';
import { isTypeOnly } from './type-only.ts';
import { filesByConfig } from './typescript-config.ts';
import { createTypeScriptProgram, type TypeScriptProgram } from './typescript-program.ts';
import { wholeProject } from './whole-project.ts';

/** What the compiler says when a name is not there, by what kind of name. */
const codes: Readonly<Record<number, MissingKind | 'module'>> = {
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
  const whole = wholeProject(tree, files, looking);
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  for (const path of files) {
    const file = compiled.fileOf(path);
    if (file === undefined) {
      inconclusive.push({
        file: path,
        reason: compiled.isTooDeep(path)
          ? 'The file is nested too deeply to be read'
          : 'The compiler did not take this file',
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
      if (isTypeOnly(node)) continue;
      if (kind === 'module') {
        tellModule(node);
        continue;
      }
      if (!isAsked(kind, node, compiled, rules)) continue;
      if (isScript(path) && !isCertainInScript(kind, node, compiled, file, tree)) continue;
      if (mayBeGlobal(kind, node, compiled) && !whole.confirms(path, diagnostic)) continue;
      const line = file.getLineAndCharacterOfPosition(diagnostic.start).line + 1;
      violations.push(compilerFinding(kind, node, diagnostic, path, line, compiled));
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

/** `check_cl_symbols` asks for what the language and its platform define, `check_project_apis` for everything else. */
function isAsked(kind: MissingKind, node: ts.Node, compiled: TypeScriptProgram, rules: HallucinationRules): boolean {
  if (rules.checkLanguageSymbols && rules.checkProjectApis) return true;
  if (kind === 'name') return rules.checkProjectApis;
  const isLanguage =
    kind === 'member' && receiverDeclarations(node, compiled).every((file) => compiled.pathOf(file.fileName) === null);
  return isLanguage ? rules.checkLanguageSymbols : rules.checkProjectApis;
}

/** A name, or a member of a type that is not of the project, may be declared for all by a file that nothing here imports. */
function mayBeGlobal(kind: MissingKind, node: ts.Node, compiled: TypeScriptProgram): boolean {
  if (kind === 'name') return true;
  if (kind !== 'member') return false;
  const declarations = receiverDeclarations(node, compiled);
  return declarations.length === 0 || declarations.some((file) => compiled.pathOf(file.fileName) === null);
}

function receiverDeclarations(node: ts.Node, { program }: TypeScriptProgram): readonly ts.SourceFile[] {
  const access = node.parent;
  if (access === undefined || !ts.isPropertyAccessExpression(access)) return [];
  const checker = program.getTypeChecker();
  const type = checker.getApparentType(checker.getTypeAtLocation(access.expression));
  return (type.symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile());
}
