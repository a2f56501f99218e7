import { introduced } from '../dimensions/findings.ts';
import { indentationOf, strangeIndentation } from '../dimensions/indentation.ts';
import type { Looking, NameCheck } from '../hallucination/name-check.ts';
import { silencedLeftOpen } from '../hallucination/silenced.ts';
import type { HallucinationRules, RuleSet } from '../policy/rules.ts';
import { readFile } from '../project/read-changed.ts';
import { type ChangedFile, normalisePath, type ProjectChange, type ProjectTree } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound, type Violation } from '../result.ts';
import { interfacesIn } from './known-interfaces.ts';
import { lostNames } from './lost-names.ts';
import { stopwatch } from './stopwatch.ts';
import { joined, noFindings, type ReadFamily, readingDimensions, type Unit, type UnitFindings } from './unit.ts';
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
      const startedAt = performance.now();
      const check = await nameCheck(unit.family);
      const { projectRoot } = rules.hallucination;
      const project = unit.family === 'typescript' ? change : withinRoot(change, projectRoot);
      if (project.head.paths().length === 0 && change.head.paths().length > 0) {
        const root = `The project_root '${projectRoot}' of the policy`;
        const reason = `${root} holds no file, so nothing can be looked up in it`;
        return {
          ...noFindings,
          open: unit.files.map(({ path }) => ({ dimension: 'hallucination', file: path, reason })),
        };
      }
      const found = await newNames(project, unit.files, check, rules.hallucination, looking);
      const { violations, inconclusive } = change.base === null ? silencedLeftOpen(found, change.head) : found;
      const open = inconclusive.map((one) => ({ ...one, dimension: 'hallucination' as const }));
      return { violations, open, lost: [], spent: { hallucination: performance.now() - startedAt } };
    }
  }
}

/** Only what lies below `project_root` defines names. TypeScript's own configuration says the same by itself. */
function withinRoot(change: ProjectChange, projectRoot: string | null): ProjectChange {
  const root = normalisePath(projectRoot ?? '');
  if (root === '') return change;
  const limited = (tree: ProjectTree): ProjectTree => {
    const paths = tree.paths().filter((path) => path.startsWith(`${root}/`));
    return { ...tree, paths: () => paths };
  };
  return { ...change, head: limited(change.head), base: change.base === null ? null : limited(change.base) };
}

async function nameCheck(family: ReadFamily): Promise<NameCheck> {
  switch (family) {
    case 'typescript':
      return (await import('../hallucination/typescript.ts')).typescriptHallucinations;
    case 'python':
      return (await import('../hallucination/python.ts')).pythonHallucinations;
    case 'common-lisp':
      return (await import('../hallucination/common-lisp.ts')).commonLispHallucinations;
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
  const lost = rules.hallucination === null ? [] : lostNames(file, base, head);
  return {
    violations: [...violations, ...strange],
    open: open === null ? [] : reading.map((dimension) => ({ dimension, file: file.path, ...open })),
    lost: lost.length === 0 ? [] : [{ file: file.path, names: lost }],
    spent: watch.spent(),
  };
}

/** Findings of the head that the base does not have (V2). Only files with findings can have had them before. */
async function newNames(
  { base, head }: ProjectChange,
  files: readonly ChangedFile[],
  check: NameCheck,
  rules: HallucinationRules,
  looking: Looking,
): Promise<DimensionFindings> {
  const now = await check(
    head,
    files.map(({ path }) => path),
    rules,
    looking,
  );
  const suspects = new Set([...now.violations, ...now.inconclusive].map(({ file }) => file));
  const before = new Map<string, string>();
  for (const { path, basePath } of files) if (basePath !== null && suspects.has(path)) before.set(basePath, path);
  if (base === null || before.size === 0) return now;
  const paths = [...before.keys()].filter((path) => base.read(path).kind === 'text');
  const old = paths.length === 0 ? nothingFound : await check(base, paths, rules, looking);
  // What was found at the old place of a moved file was found in the file.
  const moved = <T extends { readonly file: string | null }>(one: T): T => ({
    ...one,
    file: one.file === null ? null : (before.get(one.file) ?? one.file),
  });
  const unclear = new Set(paths.filter((path) => parsesNot(base, path)).map((path) => before.get(path) ?? path));
  const known = new Set(old.inconclusive.map(moved).map(({ file, reason }) => JSON.stringify([file, reason])));
  const fresh = introduced(now.violations, old.violations.map(moved));
  return {
    violations: fresh.filter(({ file }) => !unclear.has(file)),
    inconclusive: [
      ...now.inconclusive.filter(({ file, reason }) => !known.has(JSON.stringify([file, reason]))),
      ...fresh.filter(({ file }) => unclear.has(file)).map(leftOpen),
    ],
  };
}

function parsesNot(tree: ProjectTree, path: string): boolean {
  const read = readFile(tree, path);
  return read.kind === 'source' && read.model.syntaxError !== null;
}

/** A finding that may have been there before, for all that can be told (V3). */
function leftOpen({ file, line, message, suggestion }: Violation): Inconclusive {
  return {
    file,
    ...(line === null ? {} : { line }),
    reason: `${message}; the base does not parse, so it may have been there before`,
    ...(suggestion === null ? {} : { suggestion }),
  };
}
