import { realpathSync } from 'node:fs';
import { diskReader, filesOnDisk } from './read-from-disk.ts';
import { classify, type FileContent, normalisePath, type ProjectTree, type TreeSnapshot } from './tree.ts';

/** The tree that a snapshot describes. Each file is read once. */
export function treeOf(snapshot: TreeSnapshot): ProjectTree {
  const { root, paths, closed } = snapshot;
  const contents = new Map<string, FileContent>(snapshot.known);
  const existing = closed ? new Set(paths) : null;
  const readFromDisk = root === null ? null : diskReader(root);
  return {
    root: snapshot.packages,
    snapshot,
    paths: () => paths,
    read(path) {
      const known = contents.get(path);
      if (known !== undefined) return known;
      const isThere = existing === null || existing.has(path);
      const content: FileContent = (isThere ? readFromDisk?.(path) : null) ?? { kind: 'absent' };
      contents.set(path, content);
      return content;
    },
  };
}

/** What lies in a folder. `packages` is where its packages are installed when they are not there. */
export function folderTree(folder: string, packages: string | null = folder): ProjectTree {
  const root = realpathSync(folder);
  const installed = packages === null ? null : realpathSync(packages);
  return treeOf({ root, packages: installed, paths: filesOnDisk(root), known: [], closed: false });
}

/** The tree as it was before files were touched: `before` holds those that existed then. */
export function treeBefore(
  { snapshot }: ProjectTree,
  touched: ReadonlySet<string>,
  before: ReadonlyMap<string, FileContent>,
): ProjectTree {
  const untouched = snapshot.paths.filter((path) => !touched.has(path) && !before.has(path));
  const known = snapshot.known.filter(([path]) => !touched.has(path) && !before.has(path));
  return treeOf({
    ...snapshot,
    paths: [...untouched, ...before.keys()].sort(),
    known: [...known, ...before],
    closed: true,
  });
}

/** A tree in memory, for conformance cases and tests. */
export function memoryTree(files: Readonly<Record<string, string>>): ProjectTree {
  const encoder = new TextEncoder();
  const known = Object.entries(files).map(
    ([path, text]) => [normalisePath(path), classify(encoder.encode(text))] as const,
  );
  return treeOf({ root: null, packages: null, paths: known.map(([path]) => path).sort(), known, closed: true });
}
