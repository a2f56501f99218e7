import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ok, type Result } from '../../problem/index.ts';
import { changedFiles, commitTree, differingFiles, listedFiles, repositoryTop, resolveRef } from './git.ts';
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
  const top = await repositoryTop(folder);
  if (!top.ok) {
    const needsGit = request.paths.length === 0 || request.ref !== null || request.to !== null;
    if (needsGit || top.problem.code === 'git-missing') return top;
    const tree = folderTree(folder);
    return ok({ base: null, head: tree, files: withoutBase(named(request.paths, folder, folder, tree)) });
  }
  return fromRepository(request, folder, await realpath(top.value));
}

async function fromRepository(request: ChangeRequest, folder: string, top: string): Promise<Result<ProjectChange>> {
  const [base, listed, to] = await Promise.all([
    resolveRef(top, request.ref ?? 'HEAD'),
    listedFiles(top),
    request.to === null ? null : resolveRef(top, request.to),
  ]);
  if (!listed.ok) return listed;
  const disk = diskTree(top, listed.value);
  if (!base.ok) {
    // A repository without its first commit has no base, and everything in it is new.
    if (request.ref !== null || request.to !== null) return base;
    const files = request.paths.length === 0 ? listed.value : named(request.paths, folder, top, disk);
    return ok({ base: null, head: disk, files: withoutBase(files) });
  }
  if (to !== null && !to.ok) return to;
  const [head, baseTree, changed] = await Promise.all([
    to === null ? ok(disk) : treeOfCommit(top, to.value),
    treeOfCommit(top, base.value),
    changedFiles(top, base.value, to === null ? null : to.value),
  ]);
  if (!head.ok) return head;
  if (!baseTree.ok) return baseTree;
  if (!changed.ok) return changed;
  const files =
    request.paths.length === 0
      ? changed.value
      : withKnownBase(named(request.paths, folder, top, head.value), changed.value, head.value);
  return ok({ base: baseTree.value, head: head.value, files });
}

/** Only what differs from the working tree is read from git; the rest is the same on disk. */
async function treeOfCommit(top: string, commit: string): Promise<Result<ProjectTree>> {
  const differing = await differingFiles(top, commit);
  return differing.ok ? commitTree(top, commit, new Set(differing.value)) : differing;
}

function diskTree(root: string, paths: readonly string[]): ProjectTree {
  return treeOf({ root, packages: root, paths, known: [], closed: false });
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

/** A named file that did not change is its own base. */
function withKnownBase(
  paths: readonly string[],
  changed: readonly ChangedFile[],
  head: ProjectTree,
): readonly ChangedFile[] {
  const known = new Map(changed.map((file) => [file.path, file]));
  return paths.map((path) => known.get(path) ?? { path, basePath: head.read(path).kind === 'absent' ? null : path });
}
