import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that hold what tools fetched or built, not what an agent wrote. */
const leftOut = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  'dist',
  'target',
]);
const fileLimit = 5000;

/** The files that count as changed: the known ones, else everything in the work tree, at most 5,000 files (C5). */
export async function filesInQuestion(workTree: string, changed: readonly string[] | null): Promise<readonly string[]> {
  if (changed !== null) return changed.slice(0, fileLimit);
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined && found.length < fileLimit; folder = folders.shift()) {
    const entries = await readdir(join(workTree, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!leftOut.has(entry.name)) folders.push(path);
      } else if (entry.isFile() && found.length < fileLimit) {
        found.push(path);
      }
    }
  }
  return found;
}
