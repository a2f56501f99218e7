import { introduced } from '../dimensions/findings.ts';
import type { Looking, NameCheck } from '../hallucination/name-check.ts';
import { silencedLeftOpen } from '../hallucination/silenced.ts';
import type { HallucinationRules } from '../policy/rules.ts';
import { readFile } from '../project/read-changed.ts';
import { type ChangedFile, normalisePath, type ProjectChange, type ProjectTree } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound, type Violation } from '../result.ts';
import { noFindings, type ReadFamily, type UnitFindings } from './unit.ts';

/** Names that nothing defines, in files of one family (V5). */
export async function nameFindings(
  change: ProjectChange,
  family: ReadFamily,
  files: readonly ChangedFile[],
  rules: HallucinationRules,
  looking: Looking,
): Promise<UnitFindings> {
  const startedAt = performance.now();
  const check = await nameCheck(family);
  const { projectRoot } = rules;
  const project = family === 'typescript' ? change : withinRoot(change, projectRoot);
  if (project.head.paths().length === 0 && change.head.paths().length > 0) {
    const root = `The project_root '${projectRoot}' of the policy`;
    const reason = `${root} holds no file, so nothing can be looked up in it`;
    return {
      ...noFindings,
      open: files.map(({ path }) => ({ dimension: 'hallucination', file: path, reason })),
    };
  }
  const found = await newNames(project, files, check, rules, looking);
  const { violations, inconclusive } = change.base === null ? silencedLeftOpen(found, change.head) : found;
  const open = inconclusive.map((one) => ({ ...one, dimension: 'hallucination' as const }));
  return { violations, open, lost: [], spent: { hallucination: performance.now() - startedAt } };
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
