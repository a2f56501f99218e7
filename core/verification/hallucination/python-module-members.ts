import { lineOf, type SgNode } from '../../syntax-tree/index.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import type { Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { importsOf, isBoundOtherwise, locallyImported } from './python-imports.ts';
import { isGuarded, isTypeOnly } from './python-nodes.ts';
import type { PythonProject } from './python-project.ts';

/** `module.name` where the module is imported, nothing else ever has its name, and it has no such name. */
export function moduleMemberFindings(
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
