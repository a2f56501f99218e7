import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseTree } from '../../syntax-tree/index.ts';
import { textsWithEnding } from '../project/read-changed.ts';
import { type ProjectTree, textOf } from '../project/tree.ts';
import { type DimensionFindings, nothingFound, type Violation } from '../result.ts';
import type { Looking } from './name-check.ts';
import { unknownName } from './names.ts';
import { nearestName } from './nearest.ts';
import { type MissingMember, missingMembers } from './pyright.ts';
import { isGuarded, nodeAt } from './python-nodes.ts';

/** One run of pyright looks at no more files, so that one that takes too long costs few others. */
const filesPerRun = 100;
/** Whatever is put on these is not in their types. */
const openClasses = /for class "(object|FunctionType|MethodType|_lru_cache_wrapper.*|type\[object\].*)\*?"/;

/**
 * Members that pyright does not find and that nothing in the project or the standard library has under that name:
 * classes that are mixed into others, and attributes set from outside, are real although their types do not say so.
 */
export async function memberViolations(
  tree: ProjectTree,
  files: readonly string[],
  known: readonly Violation[],
  looking: Looking,
): Promise<DimensionFindings> {
  const missing: MissingMember[] = [];
  for (let at = 0; at < files.length; at += filesPerRun) {
    const some = files.slice(at, at + filesPerRun);
    const answer = await missingMembers(tree, some, () => looking(some[0] ?? ''));
    if ('reason' in answer) return { ...nothingFound, inconclusive: [{ file: null, reason: answer.reason }] };
    missing.push(...answer);
  }
  const candidates = missing.filter(({ file, line, member, message }) => {
    const isTold = known.some((one) => one.file === file && one.line === line + 1 && one.symbol.endsWith(member));
    return !isTold && !member.startsWith('__') && !openClasses.test(message);
  });
  if (candidates.length === 0) return nothingFound;
  const names = namesOtherThanLoads(tree);
  const standard = candidates.some(({ message }) => message.includes('for class'))
    ? standardMethods()
    : new Set<string>();
  const violations = candidates.flatMap((one): readonly Violation[] => {
    if (names.has(one.member) || (one.message.includes('for class') && standard.has(one.member))) return [];
    const node = nodeAt(parseTree('python', textOf(tree, one.file) ?? ''), one.line, one.column);
    if (node === null || isGuarded(node)) return [];
    const nearest = nearestName(one.member, [...names, ...standard]);
    const message = `There is no member '${one.member}'${nearest === null ? '' : ' (typo?)'}: ${one.message}`;
    const { file, line, member: symbol } = one;
    return [unknownName({ rule: 'member', file, line: line + 1, symbol, message, nearest })];
  });
  return { violations, inconclusive: [] };
}

/** Every word of the project that stands somewhere else than after a dot where it is only looked up. */
export function namesOtherThanLoads(tree: ProjectTree): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, text] of textsWithEnding(tree, ['.py', '.pyi', '.pyx'])) {
    for (const match of text.matchAll(/(\.?)([\p{L}_][\p{L}\d_]*)(\s*(?::[^=\n]*)?=(?!=))?/gu)) {
      if (match[1] === '' || match[3] !== undefined) found.add(match[2] ?? '');
    }
  }
  return found;
}

let methods: ReadonlySet<string> | null = null;

/** Methods and attributes of the standard library's classes, as typeshed has them. */
export function standardMethods(): ReadonlySet<string> {
  if (methods !== null) return methods;
  const found = new Set<string>();
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('pyright/package.json')),
    'dist/typeshed-fallback/stdlib',
  );
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.pyi')) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const match of text.matchAll(/^ +(?:async )?def (\w+)|^ {4}(?: {4})?(\w+)\s*[:=]/gm)) {
      found.add(match[1] ?? match[2] ?? '');
    }
  }
  methods = found;
  return found;
}
