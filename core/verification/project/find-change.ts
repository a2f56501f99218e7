import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ok, type Result } from '../../problem/index.ts';
import { changedFiles, differingFiles, findTree, listedFiles, recordedTree, treeEntries } from './git.ts';
import { type ChangedFile, normalisePath, type ProjectChange, type ProjectTree } from './tree.ts';
import { folderTree, treeOf } from './tree-of.ts';

export interface ChangeRequest {
  /** Where the command was given: paths are relative to it. */
  readonly folder: string;
  /** Files and folders to verify; none: what git says has changed. */
  readonly paths: readonly string[];
  /** The base; `HEAD` by default. */
  readonly ref: string | null;
  /** The other side; null: the working tree. */
  readonly to: string | null;
}

/**
 * What is to be verified: git changes, or the named files against the base. Outside git the named files are verified
 * without a base. Errors: `not-a-repository`, `ref-unknown`, `git-missing`, `git-failed`.
 */
export async function findChange(request: ChangeRequest): Promise<Result<ProjectChange>> {
  const folder = await realpath(request.folder);
  const [found, other] = await Promise.all([
    findTree(folder, request.ref ?? 'HEAD'),
    request.to === null ? null : findTree(folder, request.to),
  ]);
  if (!found.ok) {
    const needsGit = request.paths.length === 0 || request.ref !== null || request.to !== null;
    if (needsGit || found.problem.code === 'git-missing') return found;
    const tree = folderTree(folder);
    return ok({ base: null, head: tree, files: withoutBase(named(request.paths, folder, folder, tree)) });
  }
  const to = other?.ok === true ? other.value.tree : other;
  return fromRepository(request, folder, await realpath(found.value.top), found.value.tree, to);
}

async function fromRepository(
  request: ChangeRequest,
  folder: string,
  top: string,
  base: Result<string>,
  to: Result<string> | null,
): Promise<Result<ProjectChange>> {
  const listing = listedFiles(top).then((listed) =>
    listed.ok ? ok({ ...listed.value, all: [...listed.value.known, ...listed.value.added] }) : listed,
  );
  if (!base.ok) {
    if (request.ref !== null || request.to !== null) return base;
    return fromUncommitted(request, folder, top, listing);
  }
  if (to !== null && !to.ok) return to;
  const changes = changedFiles(top, base.value, to === null ? null : to.value);
  const [listed, changed, baseTree, headTree] = await Promise.all([
    listing,
    changes,
    treeFromGit(top, base.value, to === null ? changes.then(pathsOf) : differingFiles(top, base.value)),
    to === null ? null : treeFromGit(top, to.value, differingFiles(top, to.value)),
  ]);
  if (!listed.ok) return listed;
  if (!changed.ok) return changed;
  if (!baseTree.ok) return baseTree;
  if (headTree !== null && !headTree.ok) return headTree;
  const head = headTree === null ? diskTree(top, listed.value.all) : headTree.value;
  const introduced = to === null ? [...changed.value, ...withoutBase(listed.value.added)] : changed.value;
  const files =
    request.paths.length === 0
      ? introduced
      : withKnownBase(named(request.paths, folder, top, head), introduced, baseTree.value);
  return ok({ base: baseTree.value, head, files });
}

/** A repository without its first commit has no base, and everything in it is new. */
async function fromUncommitted(
  { paths }: ChangeRequest,
  folder: string,
  top: string,
  listing: Promise<Result<{ readonly all: readonly string[] }>>,
): Promise<Result<ProjectChange>> {
  const listed = await listing;
  if (!listed.ok) return listed;
  const disk = diskTree(top, listed.value.all);
  const files = paths.length === 0 ? disk.paths() : named(paths, folder, top, disk);
  return ok({ base: null, head: disk, files: withoutBase(files) });
}

/** Only what differs from the working tree is read from git; the rest is the same on disk. */
async function treeFromGit(
  top: string,
  tree: string,
  differing: Promise<Result<readonly string[]>>,
): Promise<Result<ProjectTree>> {
  const [entries, paths] = await Promise.all([treeEntries(top, tree), differing]);
  if (!entries.ok) return entries;
  return paths.ok ? recordedTree(top, entries.value, new Set(paths.value)) : paths;
}

/** The paths of both sides. */
function pathsOf(changed: Result<readonly ChangedFile[]>): Result<readonly string[]> {
  return changed.ok
    ? ok(changed.value.flatMap(({ path, basePath }) => (basePath === null ? [path] : [path, basePath])))
    : changed;
}

function diskTree(root: string, paths: readonly string[]): ProjectTree {
  const once = [...new Set(paths)].sort();
  return treeOf({ root, packages: root, paths: once, known: [], closed: false });
}

/** The files below a path of a tree: itself, or everything in the folder. */
function filesBelow(tree: ProjectTree, path: string): readonly string[] {
  if (path === '') return tree.paths();
  const prefix = `${path}/`;
  const below = tree.paths().filter((candidate) => candidate.startsWith(prefix));
  return below.length > 0 ? below : [path];
}

/** The files that paths on the command line name, relative to the top. */
function named(paths: readonly string[], folder: string, top: string, tree: ProjectTree): readonly string[] {
  const found = paths.flatMap((path) => {
    const way = relative(top, isAbsolute(path) ? path : resolve(folder, path))
      .split(sep)
      .join('/');
    return filesBelow(tree, normalisePath(way));
  });
  return [...new Set(found)];
}

function withoutBase(paths: readonly string[]): readonly ChangedFile[] {
  return paths.map((path) => ({ path, basePath: null }));
}

/** A named file that did not change is its own base; one that git does not know, such as an ignored one, has none. */
function withKnownBase(
  paths: readonly string[],
  changed: readonly ChangedFile[],
  base: ProjectTree,
): readonly ChangedFile[] {
  const known = new Map(changed.map((file) => [file.path, file]));
  return paths.map((path): ChangedFile => {
    const wasThere = base.read(path).kind !== 'absent';
    return known.get(path) ?? (wasThere ? { path, basePath: path, isUnchanged: true } : { path, basePath: null });
  });
}
