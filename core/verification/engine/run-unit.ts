import { indentationOf, strangeIndentation } from '../dimensions/indentation.ts';
import type { Looking } from '../hallucination/name-check.ts';
import { languageOf } from '../languages/registry.ts';
import type { RuleSet } from '../policy/rules.ts';
import { readFile } from '../project/read-changed.ts';
import type { ChangedFile, ProjectChange, ProjectTree } from '../project/tree.ts';
import { interfacesIn } from './known-interfaces.ts';
import { lostNames } from './lost-names.ts';
import { nameFindings } from './name-findings.ts';
import { stopwatch } from './stopwatch.ts';
import { familyOf, joined, noFindings, readFamilies, readingDimensions, type Unit, type UnitFindings } from './unit.ts';
import { usualIndentation } from './usual-indentation.ts';
import { verifyFile } from './verify-file.ts';

/** Does one piece of work. Languages are loaded when they are first needed. */
export async function runUnit(
  change: ProjectChange,
  rules: RuleSet,
  unit: Unit,
  looking: Looking,
): Promise<UnitFindings> {
  switch (unit.kind) {
    case 'sources': {
      const project = { inProject: interfacesIn(change), usualIndentation: usualIndentation(change) };
      return joined(
        unit.files.map((file) => {
          looking(file.path);
          return sourceFindings(change, rules, file, project);
        }),
      );
    }
    case 'types': {
      const { typeViolations } = await import('../type-signatures/check.ts');
      const startedAt = performance.now();
      const violations = typeViolations(change, unit.files, looking);
      return { ...noFindings, violations, spent: { semantics: performance.now() - startedAt } };
    }
    case 'names': {
      if (rules.hallucination === null) return noFindings;
      return nameFindings(change, unit.family, unit.files, rules.hallucination, looking);
    }
  }
}

/** What a source alone does not tell. */
interface ProjectKnowledge {
  readonly inProject: ReturnType<typeof interfacesIn>;
  readonly usualIndentation: ReturnType<typeof usualIndentation>;
}

function sourceFindings(
  change: ProjectChange,
  rules: RuleSet,
  file: ChangedFile,
  project: ProjectKnowledge,
): UnitFindings {
  const watch = stopwatch();
  const reading = readingDimensions.filter((dimension) => rules[dimension] !== null);
  const readSide = (tree: ProjectTree, path: string) => project.inProject(path, readFile(tree, path), tree);
  const { head, base } = watch.of(reading, () => ({
    head: readSide(change.head, file.path),
    base: change.base === null || file.basePath === null ? null : readSide(change.base, file.basePath),
  }));
  const { violations, open } = verifyFile(file.path, head, base, rules, watch);
  const isNewlyIndented =
    head.kind === 'source' && (base?.kind !== 'source' || indentationOf(base.text) !== indentationOf(head.text));
  const strange =
    rules.style !== null && isNewlyIndented
      ? watch.of(['style'], () => strangeIndentation(head.text, file.path, project.usualIndentation(file.path)))
      : [];
  const isBroken = head.kind === 'source' && head.model.syntaxError !== null && rules.hallucination !== null;
  const unknown = isBroken && isReadHere(file.path) ? (['hallucination', ...reading] as const) : reading;
  const lost = rules.hallucination === null ? [] : lostNames(file, base, head);
  return {
    violations: [...violations, ...strange],
    open: open === null ? [] : unknown.map((dimension) => ({ dimension, file: file.path, ...open })),
    lost: lost.length === 0 ? [] : [{ file: file.path, names: lost }],
    spent: watch.spent(),
  };
}

/** Whether Mizan itself looks names up, which it cannot in what does not parse; a compiler says so by itself. */
function isReadHere(path: string): boolean {
  const language = languageOf(path);
  const family = language === null ? null : familyOf(language.id);
  return readFamilies.some((one) => one === family);
}
