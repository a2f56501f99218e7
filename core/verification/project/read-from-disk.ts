import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { classify, type FileContent } from './tree.ts';

const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv']);
const largestFile = 2 * 1024 * 1024;
const lockedCodes: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EIO']);

/** Reads files below a folder; links are never followed, neither by the file nor by a folder on the way to it. */
export function diskReader(top: string): (path: string) => FileContent {
  const folders = new Map<string, boolean>();
  /** Whether a folder is where its name says. Files of a folder ask once. */
  const isBelow = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const real = realpathSync.native(folder);
    const answer = real === top || real.startsWith(top + sep);
    folders.set(folder, answer);
    return answer;
  };
  return (path) => {
    const full = join(top, path);
    const way = relative(top, full);
    if (way.startsWith('..') || path.includes('\0')) return { kind: 'absent' };
    try {
      const stat = lstatSync(full, { throwIfNoEntry: false });
      if (stat?.isSymbolicLink() === true) return { kind: 'unreadable', outcome: 'symbolic-link' };
      if (stat?.isDirectory() === true) return { kind: 'unreadable', outcome: 'folder' };
      if (stat?.isFile() !== true) return { kind: 'absent' };
      if (!isBelow(dirname(full))) return { kind: 'unreadable', outcome: 'symbolic-link' };
      if (stat.size > largestFile) return { kind: 'unreadable', outcome: 'too-large' };
      return classify(readFileSync(full));
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && lockedCodes.has(String(error.code));
      // What no path can be, such as a name that is too long, is not there.
      return isLocked ? { kind: 'unreadable', outcome: 'locked' } : { kind: 'absent' };
    }
  };
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
