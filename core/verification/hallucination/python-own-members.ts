import { lineOf, parseTree, type SgNode } from '../../syntax-tree/index.ts';
import { textsWithEnding } from '../project/read-changed.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { type DimensionFindings, type Inconclusive, nothingFound, type Violation } from '../result.ts';
import { unknownName } from './names.ts';
import { extendedName, isSlip, nearestName } from './nearest.ts';
import { basesAreKnown } from './python-bases.ts';
import { namesOtherThanLoads, standardMethods } from './python-members.ts';
import { isGuarded } from './python-nodes.ts';
import type { PythonProject } from './python-project.ts';
import { standsApart } from './stands-apart.ts';

/** A method that a class calls on itself. */
interface OwnCall {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  /** The class around the call. */
  readonly owner: SgNode;
}

/**
 * Methods that a class calls on `self`, `cls` or `super()` and that nothing in the project or the standard library has,
 * also where a `__getattr__` or a nested function hides from types what the receiver is. Classes with a base that
 * cannot be read are not asked. A slip of a known name is an error, any other is left open (V5).
 */
export function unknownOwnMembers(
  tree: ProjectTree,
  files: readonly string[],
  told: readonly Violation[],
  project: PythonProject,
): DimensionFindings {
  const all = files.flatMap((file) => ownCalls(tree, file));
  const left = new Set(all.map(({ name }) => name));
  const drop = (isKnown: (name: string) => boolean) => {
    for (const name of left) if (isKnown(name)) left.delete(name);
  };
  const read = (file: string) => textOf(tree, file) ?? '';
  for (const file of files) if (left.size > 0) drop((name) => standsApart(read(file), name, isLoad));
  if (left.size > 0) drop((name) => standardMethods().has(name));
  for (const [, text] of textsWithEnding(tree, ['.py', '.pyi', '.pyx'])) {
    if (left.size === 0) return nothingFound;
    drop((name) => standsApart(text, name, isLoad));
  }
  const unknown = all.filter(
    ({ file, line, name, owner }) =>
      left.has(name) &&
      !told.some((one) => one.file === file && one.line === line && one.symbol.endsWith(name)) &&
      basesAreKnown(owner, file, tree, project),
  );
  if (unknown.length === 0) return nothingFound;
  const words = new Set([...namesOtherThanLoads(tree), ...standardMethods()]);
  const violations: Violation[] = [];
  const inconclusive: Inconclusive[] = [];
  for (const { file, line, name } of unknown) {
    const nearest = nearestName(name, words);
    const what = `Nothing in the project or the standard library has a member '${name}'`;
    if (nearest !== null && isSlip(name, nearest)) {
      violations.push(unknownName({ rule: 'member', file, line, symbol: name, message: `${what} (typo?)`, nearest }));
      continue;
    }
    const close = nearest ?? extendedName(name, words);
    inconclusive.push({
      file,
      line,
      reason: what,
      ...(close === null ? {} : { suggestion: `Did you mean '${close}'?` }),
    });
  }
  return { violations, inconclusive };
}

function ownCalls(tree: ProjectTree, file: string): readonly OwnCall[] {
  const root = parseTree('python', (textOf(tree, file) ?? '').replace(/^\uFEFF/, ''));
  return root.findAll({ rule: { kind: 'call' } }).flatMap((call) => {
    const callee = call.field('function');
    const name = callee?.kind() === 'attribute' ? callee.field('attribute')?.text() : undefined;
    if (callee === null || name === undefined || name.startsWith('__')) return [];
    if (!/^(self|cls|super\(\))$/.test(callee.field('object')?.text() ?? '') || isGuarded(callee)) return [];
    const owner = callee.ancestors().find((one) => one.kind() === 'class_definition');
    return owner === undefined ? [] : [{ file, line: lineOf(callee), name, owner }];
  });
}

/** After a dot where it is only looked up, not assigned. */
function isLoad(text: string, start: number, end: number): boolean {
  return text[start - 1] === '.' && !/^\s*(?::[^=\n]*)?=(?!=)/.test(text.slice(end, end + 80));
}
