import { parseTree } from '../../syntax-tree/index.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound, type Violation } from '../result.ts';
import type { Looking } from './name-check.ts';
import { importFindings } from './python-import-findings.ts';
import { memberViolations } from './python-members.ts';
import { moduleMemberFindings } from './python-module-members.ts';
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
    violations.push(...found.violations, ...moduleMemberFindings(root, file, project, rules));
    inconclusive.push(...found.inconclusive);
  }
  const members = rules.checkProjectApis ? await memberViolations(tree, files, violations, looking) : nothingFound;
  violations.push(...members.violations.filter((one) => rules.checkLanguageSymbols || !isOfStandard(one, project)));
  const own = rules.checkProjectApis ? unknownOwnMembers(tree, files, violations, project) : nothingFound;
  return {
    violations: [...violations, ...own.violations],
    inconclusive: [...inconclusive, ...members.inconclusive, ...own.inconclusive],
  };
}

/** Whether a missing member is one of the standard library's modules, as pyright names them. */
function isOfStandard({ message }: Violation, project: PythonProject): boolean {
  return project.isStandard(/of module "([^"]+)"/.exec(message)?.[1] ?? '');
}
