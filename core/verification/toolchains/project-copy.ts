import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ProjectTree, textOf } from '../project/tree.ts';

/** More than this is no project that can be copied for every verification. */
const largestProject = 64 * 1024 * 1024;
const mostFiles = 50_000;

export interface ProjectCopy {
  readonly project: string;
  readonly scratch: string;
}

/**
 * Gives `use` a copy of the project, because the tree may be of another commit: the files that `reads` chooses, and
 * empty ones for the names of the others when `needsNames`. It is deleted afterwards.
 */
export async function withProjectCopy<T>(
  tree: ProjectTree,
  { reads, needsNames }: { reads(path: string): boolean; readonly needsNames: boolean },
  use: (copy: ProjectCopy) => Promise<T>,
): Promise<T | { readonly reason: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mizan-tool-')));
  const copy = { project: join(folder, 'project'), scratch: join(folder, 'scratch') };
  try {
    mkdirSync(copy.project);
    mkdirSync(copy.scratch);
    let size = 0;
    let count = 0;
    for (const path of tree.paths()) {
      const isRead = reads(path);
      if (!isRead && !needsNames) continue;
      const text = isRead ? textOf(tree, path) : '';
      if (text === null || path.startsWith('../')) continue;
      size += text.length;
      count += 1;
      if (size > largestProject || count > mostFiles) return { reason: 'The project is too large to be compiled here' };
      mkdirSync(join(copy.project, dirname(path)), { recursive: true });
      writeFileSync(join(copy.project, path), text);
    }
    return await use(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
