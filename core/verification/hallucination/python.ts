import { lineOf, parseTree, type SgNode } from '../../syntax-tree/index.ts';
import { ruffDiagnostics } from '../languages/python/ruff.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound, type Violation } from '../result.ts';
import type { Looking } from './name-check.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { memberViolations } from './python-members.ts';
import { isGuarded, isTypeOnly, nodeAt } from './python-nodes.ts';
import { PythonProject } from './python-project.ts';

const builtins =
  'abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip Exception ValueError TypeError KeyError IndexError AttributeError RuntimeError OSError StopIteration NotImplementedError ImportError FileNotFoundError True False None'.split(
    ' ',
  );

/** Python by ruff's undefined names, and by what modules of the project and the standard library define (V5). */
export async function pythonHallucinations(
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
  looking: Looking,
): Promise<DimensionFindings> {
  const project = new PythonProject(tree);
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  for (const file of files) {
    looking(file);
    const text = (textOf(tree, file) ?? '').replace(/^\uFEFF/, '');
    const root = parseTree('python', text);
    if (rules.checkProjectApis) violations.push(...undefinedNames(text, root, file));
    const found = importFindings(root, file, project, rules);
    violations.push(...found.violations, ...memberFindings(root, file, project, rules));
    inconclusive.push(...found.inconclusive);
  }
  const members = rules.checkProjectApis ? await memberViolations(tree, files, violations, looking) : nothingFound;
  return {
    violations: [...violations, ...members.violations],
    inconclusive: [...inconclusive, ...members.inconclusive],
  };
}

function undefinedNames(text: string, root: SgNode, file: string): readonly Violation[] {
  const words = [...new Set(text.match(/[\p{L}_][\p{L}\d_]*/gu) ?? [])];
  const lines = text.split('\n');
  return ruffDiagnostics(text).flatMap(({ code, start_location: start, end_location: end }) => {
    if (code !== 'F821') return [];
    const symbol = (lines[start.row - 1] ?? '').slice(start.column - 1, end.column - 1);
    const node = nodeAt(root, start.row - 1, start.column - 1);
    if (node === null || isTypeOnly(node) || isGuarded(node)) return [];
    const isCall = node.parent()?.kind() === 'call' && node.parent()?.field('function')?.id() === node.id();
    const nearest = nearestName(symbol, [...words.filter((word) => definesSomewhere(text, word)), ...builtins]);
    const typo = nearest === null ? '' : ' (typo?)';
    const message = `${isCall ? 'Called undefined function' : 'Used undefined name'} '${symbol}'${typo}`;
    return [unknownName({ rule: 'name', file, line: start.row, symbol, message, nearest })];
  });
}

function definesSomewhere(text: string, word: string): boolean {
  return new RegExp(`\\b(def|class|import|as|for)\\s+${word}\\b|\\b${word}\\s*[=,:)]`).test(text);
}

function importFindings(
  root: SgNode,
  file: string,
  project: PythonProject,
  rules: HallucinationRules,
): DimensionFindings {
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  const statements = root.findAll({ rule: { any: [{ kind: 'import_statement' }, { kind: 'import_from_statement' }] } });
  for (const statement of statements) {
    if (isGuarded(statement)) continue;
    const line = lineOf(statement);
    for (const { module, names } of importsOf(statement, file)) {
      const problem = moduleProblem(module, file, line, project, rules);
      if (problem !== null) {
        if ('reason' in problem) inconclusive.push(problem);
        else violations.push(problem);
        continue;
      }
      const isAsked = project.owns(module) ? rules.checkProjectApis : rules.checkLanguageSymbols;
      const known = project.namesOf(module);
      if (known === null || !isAsked) continue;
      for (const name of names) {
        if (
          name === '*' ||
          known.has(name) ||
          project.owns(`${module}.${name}`) ||
          project.isStandard(`${module}.${name}`)
        )
          continue;
        const nearest = nearestName(name, known);
        const message = `Imported name '${name}' is not in module '${module}'${nearest === null ? '' : ' (typo?)'}`;
        violations.push(unknownName({ rule: 'import', file, line, symbol: `${module}.${name}`, message, nearest }));
      }
    }
  }
  return { violations, inconclusive };
}

/** The modules that a statement imports, relative ones made absolute. */
function importsOf(statement: SgNode, file: string): readonly { module: string; names: readonly string[] }[] {
  const plain = (node: SgNode) => node.field('name')?.text() ?? node.text();
  if (statement.kind() === 'import_statement') {
    return statement.fieldChildren('name').map((name) => ({ module: plain(name), names: [] }));
  }
  const from = statement.field('module_name')?.text() ?? '';
  const dots = /^\.*/.exec(from)?.[0].length ?? 0;
  const rest = from.slice(dots);
  const folder = file.split('/').slice(0, -1);
  const above = dots === 0 ? [] : folder.slice(0, folder.length - (dots - 1));
  const module = [...above, ...(rest === '' ? [] : [rest])].join('.');
  return [{ module, names: statement.fieldChildren('name').map(plain) }];
}

function moduleProblem(
  module: string,
  file: string,
  line: number,
  project: PythonProject,
  rules: HallucinationRules,
): Violation | Inconclusive | null {
  const top = module.split('.')[0] ?? module;
  if (module === '' || project.owns(module) || project.isStandard(module)) return null;
  const isOurs = project.owns(top) && !project.isStandard(top);
  if (project.isStandard(top) || isOurs) {
    if (project.isStandard(top) && !rules.checkLanguageSymbols) return null;
    // `a.b` may be a name of module `a`, or a part of it that is built.
    const parent = module.split('.').slice(0, -1).join('.');
    const names = project.namesOf(parent);
    if (
      parent !== '' &&
      !project.isPlainFolder(parent) &&
      (names === null || names.has(module.split('.').at(-1) ?? ''))
    )
      return null;
    const nearest = project.modulesLike(module);
    return unknownName({
      rule: 'import',
      file,
      line,
      symbol: module,
      message: `Imported module '${module}' does not exist`,
      nearest,
    });
  }
  const verdict = project.verdict(top);
  switch (verdict.kind) {
    case 'known':
      return null;
    case 'invented': {
      const message = `Imported package '${top}' is neither in the manifest nor in the lockfile nor installed`;
      return unknownName({ rule: 'package', file, line, symbol: top, message, nearest: verdict.nearest });
    }
    case 'open': {
      const hint = verdict.nearest === null ? {} : { suggestion: `Did you mean '${verdict.nearest}'?` };
      return { file, line, reason: verdict.reason, ...hint };
    }
  }
}

/** `module.name` where the module is imported, nothing else ever has its name, and it has no such name. */
function memberFindings(
  root: SgNode,
  file: string,
  project: PythonProject,
  rules: HallucinationRules,
): readonly Violation[] {
  const modules = importedModules(root, file, project);
  if (modules.size === 0) return [];
  return root.findAll({ rule: { kind: 'attribute' } }).flatMap((node) => {
    const object = node.field('object');
    const member = node.field('attribute')?.text() ?? '';
    const module = object === null ? null : moduleOf(object.text(), modules, project);
    if (module === null || member.startsWith('__')) return [];
    const known = project.namesOf(module);
    const symbol = `${module}.${member}`;
    if (known === null || known.has(member) || project.owns(symbol) || project.isStandard(symbol)) return [];
    const isAsked = project.owns(module) ? rules.checkProjectApis : rules.checkLanguageSymbols;
    const parent = node.parent();
    const isTarget = parent?.kind() === 'assignment' && parent.field('left')?.id() === node.id();
    if (!isAsked || isTarget || isTypeOnly(node) || isGuarded(node)) return [];
    const nearest = nearestName(member, known);
    const message = `There is no '${member}' in module '${module}'${nearest === null ? '' : ' (typo?)'}`;
    return [unknownName({ rule: 'member', file, line: lineOf(node), symbol, message, nearest })];
  });
}

/** The module that an expression like `os.path` stands for, or null. */
function moduleOf(expression: string, modules: ReadonlyMap<string, string>, project: PythonProject): string | null {
  if (!/^[\w.]+$/.test(expression)) return null;
  const [first = '', ...rest] = expression.split('.');
  const top = modules.get(first);
  if (top === undefined) return null;
  const module = [top, ...rest].join('.');
  return rest.length === 0 || project.owns(module) || project.isStandard(module) ? module : null;
}

/** Names that stand for one module wherever they occur in the source. */
function importedModules(root: SgNode, file: string, project: PythonProject): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  const taken = new Set<string>();
  const bind = (name: string, module: string | null) => {
    if (module === null || (modules.has(name) && modules.get(name) !== module)) taken.add(name);
    else modules.set(name, module);
  };
  for (const statement of root.findAll({
    rule: { any: [{ kind: 'import_statement' }, { kind: 'import_from_statement' }] },
  })) {
    const isFrom = statement.kind() === 'import_from_statement';
    const from = isFrom ? (importsOf(statement, file)[0]?.module ?? '') : '';
    for (const name of statement.fieldChildren('name')) {
      const alias = name.field('alias')?.text();
      const module = name.field('name')?.text() ?? name.text();
      const whole = isFrom ? `${from}.${module}` : module;
      if (isFrom) bind(alias ?? module, isModule(whole, project) ? whole : null);
      else if (alias !== undefined) bind(alias, whole);
      else bind(module.split('.')[0] ?? module, module.split('.')[0] ?? module);
    }
  }
  const statements = /^[ \t]*(?:from\s+\S+\s+)?import\s+(?:\([^)]*\)|[^\n]*)/gm;
  const text = root.text().replaceAll(statements, '');
  for (const name of modules.keys()) {
    const bound = `(?:^|[^.\\w])${name}\\s*(?:=[^=]|:\\s*\\w+\\s*[=,)])|\\b(?:as|for|def|class|global)\\s+${name}\\b|[(,]\\s*\\**${name}\\s*[,)=:]`;
    if (taken.has(name) || new RegExp(bound, 'm').test(text)) modules.delete(name);
  }
  return modules;
}

function isModule(name: string, project: PythonProject): boolean {
  return project.owns(name) || project.isStandard(name);
}
