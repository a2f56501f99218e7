import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { FilesReport } from './protocol.ts';

/** The required files that are not non-empty regular files inside the work tree, links resolved (C3). */
export function checkRequiredFiles(workTree: string, files: readonly string[]): FilesReport {
  const top = realpathSync(workTree);
  const failures = files.flatMap((file) => {
    const reason = whatIsWrong(top, file);
    return reason === null ? [] : [{ file, reason }];
  });
  return { failures };
}

function whatIsWrong(top: string, file: string): string | null {
  if (file.includes('\0')) return 'is not a possible name';
  const path = resolve(top, file);
  if (!isInside(top, path)) return 'leads out of the work tree';
  const real = resolveLinks(path);
  if (real === null) return isLink(path) ? 'is a link to nothing' : 'does not exist';
  if (!isInside(top, real)) return 'is a link that leads out of the work tree';
  const stat = statSync(real);
  if (!stat.isFile()) return stat.isDirectory() ? 'is a folder, not a file' : 'is not a regular file';
  return stat.size === 0 ? 'is empty' : null;
}

function isInside(top: string, path: string): boolean {
  const way = relative(top, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function resolveLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Missing, a loop of links, or a folder that may not be entered: in each case there is no such file to be had.
    return null;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
