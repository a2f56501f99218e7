import { lineOf, parseTree, type SgNode } from '../../syntax-tree/index.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound, type Violation } from '../result.ts';
import type { Looking } from './name-check.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { importsOf, isBoundOtherwise, locallyImported } from './python-imports.ts';
import { memberViolations } from './python-members.ts';
import { isGuarded, isTypeOnly } from './python-nodes.ts';
import { unknownOwnMembers } from './python-own-members.ts';
import { PythonProject } from './python-project.ts';
import { undefinedNames } from './python-undefined.ts';

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
    if (rules.checkProjectApis) {
      const names = undefinedNames(text, root, file, project);
      violations.push(...names.violations);
      inconclusive.push(...names.inconclusive);
    }
    const found = importFindings(root, file, project, rules);
    violations.push(...found.violations, ...memberFindings(root, file, project, rules));
    inconclusive.push(...found.inconclusive);
  }
  const members = rules.checkProjectApis ? await memberViolations(tree, files, violations, looking) : nothingFound;
  violations.push(...members.violations);
  const own = rules.checkProjectApis ? unknownOwnMembers(tree, files, violations, project) : nothingFound;
  return {
    violations: [...violations, ...own.violations],
    inconclusive: [...inconclusive, ...members.inconclusive, ...own.inconclusive],
  };
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
  return root.findAll({ rule: { kind: 'attribute' } }).flatMap((node) => {
    const object = node.field('object');
    const member = node.field('attribute')?.text() ?? '';
    const module = object === null ? null : moduleOf(object, modules, project);
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
function moduleOf(expression: SgNode, modules: ReadonlyMap<string, string>, project: PythonProject): string | null {
  const text = expression.text();
  if (!/^[\w.]+$/.test(text)) return null;
  const [first = '', ...rest] = text.split('.');
  const top = modules.get(first) ?? locallyImported(first, expression);
  if (top === null) return null;
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
  const text = root.text();
  for (const name of modules.keys()) {
    if (taken.has(name) || isBoundOtherwise(name, text)) modules.delete(name);
  }
  return modules;
}

function isModule(name: string, project: PythonProject): boolean {
  return project.owns(name) || project.isStandard(name);
}
