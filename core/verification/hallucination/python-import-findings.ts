import { lineOf, type SgNode } from '../../syntax-tree/index.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { importsOf } from './python-imports.ts';
import { isGuarded } from './python-nodes.ts';
import type { PythonProject } from './python-project.ts';

/** Imports of packages, modules and names that nothing defines. */
export function importFindings(
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
