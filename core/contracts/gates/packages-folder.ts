import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder whose `node_modules` a project uses: the work tree's own, else, because a worktree of git has none, that
 * of the folder it was made from or the nearest above. Null when there is none.
 */
export function packagesFolder(workTree: string, source: string | null): string | null {
  if (existsSync(join(workTree, 'node_modules'))) return workTree;
  for (let folder = source; folder !== null; folder = dirname(folder) === folder ? null : dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return folder;
  }
  return null;
}
