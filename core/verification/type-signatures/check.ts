import { violation } from '../dimensions/findings.ts';
import type { Looking } from '../hallucination/name-check.ts';
import { createTypeScriptProgram } from '../hallucination/typescript-program.ts';
import { type ChangedFile, type ProjectChange, type ProjectTree, textOf } from '../project/tree.ts';
import { treeOf } from '../project/tree-of.ts';
import type { Violation } from '../result.ts';
import { callablesOf } from './callables.ts';
import { headersDiffer } from './changed-headers.ts';
import { typeNarrowed } from './compare.ts';

/**
 * Signatures of TypeScript that take less or give more than before, by types (V6). Both states of a file stand beside
 * each other in one program, with everything they import as it is now, so that each file answers for its own changes.
 */
export function typeViolations(
  { base, head }: ProjectChange,
  files: readonly ChangedFile[],
  looking: Looking,
): readonly Violation[] {
  if (base === null) return [];
  const pairs = files.flatMap(({ path, basePath }) => {
    const before = basePath === null ? null : textOf(base, basePath);
    const after = textOf(head, path);
    if (before === null || after === null) return [];
    looking(path);
    return headersDiffer(path, before, after) ? [{ path, before, beside: besideOf(path) }] : [];
  });
  if (pairs.length === 0) return [];
  const both = withBeside(head, new Map(pairs.map(({ beside, before }) => [beside, before])));
  const compiled = createTypeScriptProgram(
    both,
    pairs.flatMap(({ path, beside }) => [path, beside]),
    looking,
  );
  const checker = compiled.program.getTypeChecker();
  return pairs.flatMap(({ path, beside }) => {
    const now = compiled.fileOf(path);
    const old = compiled.fileOf(beside);
    if (now === undefined || old === undefined) return [];
    looking(path);
    const current = callablesOf(now, checker);
    return [...callablesOf(old, checker).values()].flatMap((callable) => {
      const counterpart = current.get(callable.symbol);
      const reason = counterpart === undefined ? null : typeNarrowed(callable, counterpart, checker);
      if (counterpart === undefined || reason === null) return [];
      const start = counterpart.declaration.getStart(now);
      return [
        violation({
          dimension: 'semantics',
          type: 'incompatible-type',
          rule: 'semantics/signature',
          symbol: callable.symbol,
          file: path,
          line: now.getLineAndCharacterOfPosition(start).line + 1,
          message: `The signature of '${callable.symbol}' was narrowed: ${reason}`,
          suggestion: 'Take at least what was taken and give at most what was given',
        }),
      ];
    });
  });
}

/** A name in the same folder that nothing imports, so that relative imports mean the same. */
function besideOf(path: string): string {
  return path.replace(/((?:\.d)?\.[mc]?tsx?)$/, '.mizan-before$1');
}

function withBeside(head: ProjectTree, texts: ReadonlyMap<string, string>): ProjectTree {
  const { snapshot } = head;
  const added = [...texts].map(([path, text]) => [path, { kind: 'text', text }] as const);
  return treeOf({
    ...snapshot,
    paths: [...snapshot.paths, ...texts.keys()].sort(),
    known: [...snapshot.known, ...added],
  });
}
