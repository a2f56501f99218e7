import { relative, resolve, sep } from 'node:path';
import type { GateMark } from '../gate-record.ts';

const markLimit = 100;

/** `path:12`, `path:12:5`, `path(12,5)`, `File "path", line 12`, each with what follows on the line. */
const patterns: readonly RegExp[] = [
  /File "(?<file>[^"\n]+)", line (?<line>\d+)(?<message>[^\n]*)/g,
  /(?<file>[\w@./+-]+\.[A-Za-z]\w*):(?<line>\d+)(?::(?<column>\d+))?(?<message>[^\n]*)/g,
  /(?<file>[\w@./+-]+\.[A-Za-z]\w*)\((?<line>\d+),(?<column>\d+)\)(?<message>[^\n]*)/g,
];

/**
 * Places inside the work tree that a tool's output names. With a known change only those in changed files: the rest of
 * a stack trace says nothing about the work.
 */
export function placesIn(output: string, workTree: string, changed: readonly string[] | null): readonly GateMark[] {
  const wanted = changed === null ? null : new Set(changed);
  const marks = new Map<string, GateMark>();
  for (const pattern of patterns) {
    for (const { groups } of output.matchAll(pattern)) {
      const mark = markOf(groups, workTree);
      if (mark === null || (wanted !== null && !wanted.has(mark.file))) continue;
      const key = `${mark.file}:${mark.line}`;
      const known = marks.get(key);
      if (known !== undefined && known.message.length >= mark.message.length) continue;
      marks.set(key, mark);
      if (marks.size >= markLimit) return [...marks.values()];
    }
  }
  return [...marks.values()];
}

/** The place of one match; null where it names no file of the work tree, or no line. */
function markOf(groups: Readonly<Record<string, string>> | undefined, workTree: string): GateMark | null {
  const file = insideTree(groups?.file ?? '', workTree);
  const line = Number(groups?.line);
  if (file === null || line < 1 || !Number.isSafeInteger(line)) return null;
  const message = (groups?.message ?? '')
    .replace(/^[\s:,-]+/, '')
    .trim()
    .slice(0, 300)
    .toWellFormed();
  return { file, line, column: Number(groups?.column ?? 0), message };
}

/** The path relative to the work tree with forward slashes; null when it lies outside. */
export function insideTree(path: string, workTree: string): string | null {
  const way = relative(workTree, resolve(workTree, path));
  if (way === '' || way.startsWith('..') || resolve(way) === way) return null;
  return sep === '/' ? way : way.replaceAll(sep, '/');
}
