import type { LanguageId } from '../languages/model.ts';
import { languageOf } from '../languages/registry.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import type { ProjectTree } from '../project/tree.ts';
import type { DimensionFindings, Inconclusive, Violation } from '../result.ts';

import { commonLispHallucinations } from './common-lisp.ts';
import { pythonHallucinations } from './python.ts';
import { typescriptHallucinations } from './typescript.ts';

/** What one language knows about names that exist. */
export type HallucinationCheck = (
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
) => DimensionFindings;

const checks: Readonly<Partial<Record<LanguageId, HallucinationCheck>>> = {
  typescript: typescriptHallucinations,
  javascript: typescriptHallucinations,
  python: pythonHallucinations,
  'common-lisp': commonLispHallucinations,
};

/** Names in these files that neither the language, the project, nor its packages define (V5). */
export function hallucinationFindings(
  tree: ProjectTree,
  files: readonly string[],
  rules: HallucinationRules,
): DimensionFindings {
  const groups = new Map<HallucinationCheck, string[]>();
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  for (const file of files) {
    const language = languageOf(file);
    if (language === null || tree.read(file).kind !== 'text') continue;
    const check = checks[language.id];
    if (check === undefined) {
      inconclusive.push({ file, reason: `Names in ${language.title} cannot be looked up without its own tools` });
      continue;
    }
    const group = groups.get(check) ?? [];
    group.push(file);
    groups.set(check, group);
  }
  for (const [check, group] of groups) {
    const found = check(tree, group, rules);
    violations.push(...found.violations);
    inconclusive.push(...found.inconclusive);
  }
  return { violations, inconclusive };
}
