import type ts from '@typescript/typescript6';
import type { ProjectTree } from '../project/tree.ts';
import type { PackageSources } from './package-sources.ts';
import { standsApart } from './stands-apart.ts';
import type { TypeScriptProgram } from './typescript-program.ts';

/** Takes away the names that declarations of packages or the platform have: most of them. */
export function dropDeclared(names: Set<string>, { program, pathOf }: TypeScriptProgram): void {
  for (const file of program.getSourceFiles()) {
    if (names.size === 0) return;
    if (pathOf(file.fileName) === null) drop(names, (name) => hasIdentifier(file, name));
  }
}

/** Takes away the names that stand in the project, those the compiler read first, or else in its packages. */
export function dropMentioned(
  left: Set<string>,
  tree: ProjectTree,
  paths: readonly string[],
  { program, pathOf }: TypeScriptProgram,
  packages: PackageSources,
): void {
  const read = new Set(program.getSourceFiles().flatMap((file) => pathOf(file.fileName) ?? []));
  const others = tree.paths().filter((path) => !read.has(path) && !/(^|[.-])lock\b|\.map$/.test(path));
  for (const path of [...read, ...others]) {
    if (left.size === 0) return;
    const content = tree.read(path);
    if (content.kind === 'text') drop(left, (name) => standsApart(content.text, name, isLookedUp));
  }
  if (left.size === 0) return;
  const texts = paths.map((path) => tree.read(path)).map((content) => (content.kind === 'text' ? content.text : ''));
  for (const text of packages.texts(texts)) {
    drop(left, (name) => standsApart(text, name, () => false));
    if (left.size === 0) return;
  }
}

function drop(left: Set<string>, isKnown: (name: string) => boolean): void {
  for (const name of left) if (isKnown(name)) left.delete(name);
}

function hasIdentifier(file: ts.SourceFile, name: string): boolean {
  const table = identifiersOf(file);
  return table === null ? standsApart(file.text, name, () => false) : table.has(name);
}

/** The compiler's table of the identifiers of a file, which its types do not tell of; null without it. */
export function identifiersOf(file: ts.SourceFile): ReadonlyMap<unknown, unknown> | null {
  const table: unknown = Reflect.get(file, 'identifiers');
  return table instanceof Map ? table : null;
}

/** After a dot and called: the very use that is asked about. */
function isLookedUp(text: string, start: number, end: number): boolean {
  return /(^|[^.])\.\s*$/.test(text.slice(Math.max(0, start - 40), start)) && /^\s*\(/.test(text.slice(end, end + 10));
}
