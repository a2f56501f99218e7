import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { classify, type FileContent, type ProjectTree } from './tree.ts';

const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv']);
const largestFile = 2 * 1024 * 1024;

/** A folder on disk. `listed` names its files where git knows them; else the folder is walked, links not followed. */
export function diskTree(root: string, listed: readonly string[] | null): ProjectTree {
  const top = realpathSync(root);
  const contents = new Map<string, FileContent>();
  let paths: readonly string[] | null = listed;
  return {
    root: top,
    read(path) {
      const known = contents.get(path);
      if (known !== undefined) return known;
      const content = readFrom(top, path);
      contents.set(path, content);
      return content;
    },
    paths() {
      paths ??= walk(top, '');
      return paths;
    },
  };
}

function readFrom(top: string, path: string): FileContent {
  const full = join(top, path);
  const way = relative(top, full);
  if (way.startsWith('..') || path.includes('\0')) return { kind: 'absent' };
  try {
    const stat = lstatSync(full);
    if (stat.isSymbolicLink()) return { kind: 'unreadable', outcome: 'symbolic-link' };
    if (!stat.isFile()) return { kind: 'absent' };
    const real = realpathSync(full);
    if (real !== top && !real.startsWith(top + sep)) return { kind: 'unreadable', outcome: 'symbolic-link' };
    if (stat.size > largestFile) return { kind: 'unreadable', outcome: 'too-large' };
    return classify(readFileSync(full));
  } catch {
    // Not there, or not to be entered: in each case there is no such file to be had.
    return { kind: 'absent' };
  }
}

function walk(top: string, folder: string): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) found.push(...walk(top, path));
    } else found.push(path);
  }
  return found.sort();
}

/** The files below a path of a tree: itself, or everything in the folder. */
export function filesBelow(tree: ProjectTree, path: string): readonly string[] {
  if (path === '') return tree.paths();
  const prefix = `${path}/`;
  const below = tree.paths().filter((candidate) => candidate.startsWith(prefix));
  return below.length > 0 ? below : [path];
}
