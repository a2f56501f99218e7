import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ok, type Result } from '../../problem/index.ts';
import { diskTree, filesBelow } from './disk-tree.ts';
import { changedFiles, commitTree, listedFiles, repositoryTop, resolveRef } from './git.ts';
import { type ChangedFile, normalisePath, type ProjectChange, type ProjectTree } from './tree.ts';

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
    const tree = diskTree(folder, null);
    return ok({ base: null, head: tree, files: withoutBase(named(request.paths, folder, folder, tree)) });
  }
  return fromRepository(request, folder, await realpath(top.value));
}

async function fromRepository(request: ChangeRequest, folder: string, top: string): Promise<Result<ProjectChange>> {
  const base = await resolveRef(top, request.ref ?? 'HEAD');
  const listed = await listedFiles(top);
  if (!listed.ok) return listed;
  const disk = diskTree(top, listed.value);
  if (!base.ok) {
    // A repository without its first commit has no base, and everything in it is new.
    if (request.ref !== null || request.to !== null) return base;
    const files = request.paths.length === 0 ? listed.value : named(request.paths, folder, top, disk);
    return ok({ base: null, head: disk, files: withoutBase(files) });
  }
  const to = request.to === null ? null : await resolveRef(top, request.to);
  if (to !== null && !to.ok) return to;
  const head = to === null ? ok(disk) : await commitTree(top, to.value, null, null);
  if (!head.ok) return head;
  const changed = await changedFiles(top, base.value, to === null ? null : to.value);
  if (!changed.ok) return changed;
  const files =
    request.paths.length === 0
      ? changed.value
      : withKnownBase(named(request.paths, folder, top, head.value), changed.value, head.value);
  const touched = changed.value.flatMap(({ path, basePath }) => (basePath === null ? [path] : [path, basePath]));
  const baseTree = await commitTree(top, base.value, new Set(touched), head.value);
  return baseTree.ok ? ok({ base: baseTree.value, head: head.value, files }) : baseTree;
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
