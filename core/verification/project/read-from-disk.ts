import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { classify, type FileContent } from './tree.ts';

const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv']);
const largestFile = 2 * 1024 * 1024;

/** One file below a folder; links are never followed, neither by the file nor by a folder on the way to it. */
export function readFromDisk(top: string, path: string): FileContent {
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

/** Every file below a folder, sorted, without those of git, of installed packages and of caches. */
export function filesOnDisk(top: string, folder = ''): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(top, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) found.push(...filesOnDisk(top, path));
    } else found.push(path);
  }
  return found.sort();
}
