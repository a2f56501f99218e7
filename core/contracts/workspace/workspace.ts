import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fail, ok, type Result } from '../../problem/index.ts';
import { copyTree } from '../gates/copy-tree.ts';
import { type Git, gitText } from './git.ts';

/** A path that the agent touched. */
export interface ChangedPath {
  /** Where it is now, or was, when it is gone. Relative to the top. */
  readonly path: string;
  /** Where it was before; null when it is new. */
  readonly basePath: string | null;
}

/** The files as they were before the agent's change. */
export interface EarlierFiles {
  /** The bytes of a file then; null when there was none. */
  read(path: string): Promise<Uint8Array | null>;
}

/** What the agent changed. */
export interface Change {
  /** Unified diff with git's extended headers, binary files included. Empty when nothing changed. */
  readonly diff: Uint8Array;
  /** Paths that exist after the change, relative to the top. */
  readonly changed: readonly string[];
  /** All of it, what is gone included. */
  readonly paths: readonly ChangedPath[];
}

/** A place of its own for one run: nothing that happens there reaches the folder it was made from. */
export interface Workspace {
  readonly kind: 'git-worktree' | 'copy';
  /** The folder whose files it got, and into which the change may land. */
  readonly source: string;
  /** Where its files are here: the work tree of the contract. */
  readonly folder: string;
  /** The commit it started from; null for a copy. */
  readonly base: string | null;
  /** Error `work-tree-missing` when the agent deleted it, else git's. */
  capture(): Promise<Result<Change>>;
  readonly earlier: EarlierFiles;
  remove(): Promise<void>;
}

/** Where git keeps what is needed to see a change, apart from the repository and out of the agent's sight. */
interface Baseline {
  readonly git: Git;
  /** The work tree of the contract; only what is below it belongs to the change. */
  readonly folder: string;
  readonly variables: { readonly GIT_DIR: string; readonly GIT_WORK_TREE: string } & Readonly<Record<string, string>>;
  /** The commit or tree that changes are seen against. */
  readonly tree: string;
}

/**
 * Makes a workspace from a folder: a detached worktree of the commit that is checked out when the folder belongs to a
 * git repository, else a copy. `base` names another commit. Errors: `folder-missing`, and git's.
 */
export async function openWorkspace(folder: string, git: Git, base?: string): Promise<Result<Workspace>> {
  const real = await existingFolder(folder);
  if (!real.ok) return real;
  const home = await mkdtemp(join(await realpath(tmpdir()), 'mizan-work-'));
  const repository = await findRepository(real.value, git, base);
  const opened =
    repository === null ? await copy(real.value, home, git) : await worktree(real.value, home, git, repository);
  if (!opened.ok) await rm(home, { recursive: true, force: true });
  return opened;
}

interface Repository {
  readonly top: string;
  readonly common: string;
  readonly commit: string;
}

/** The repository around a folder; null when there is none, or none with a commit. */
async function findRepository(folder: string, git: Git, base = 'HEAD'): Promise<Repository | null> {
  const top = await git(folder, ['rev-parse', '--show-toplevel']);
  const common = await git(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const commit = await git(folder, ['rev-parse', '--verify', '--quiet', `${base}^{commit}`]);
  if (!top.ok || !common.ok || !commit.ok) return null;
  return { top: gitText(top.value), common: gitText(common.value), commit: gitText(commit.value) };
}

async function worktree(
  source: string,
  home: string,
  git: Git,
  { top, common, commit }: Repository,
): Promise<Result<Workspace>> {
  const tree = join(home, 'tree');
  const added = await git(top, ['worktree', 'add', '--detach', '--quiet', '--force', tree, commit]);
  if (!added.ok) return added;
  const folder = join(tree, relative(top, source));
  await mkdir(folder, { recursive: true });
  const baseline = await baselineIn(git, { top: tree, folder, common, home, commit });
  return ok({
    kind: 'git-worktree',
    source,
    folder,
    base: commit,
    capture: () => capture(baseline),
    earlier: { read: (path) => earlierBytes(baseline, path) },
    async remove() {
      await git(top, ['worktree', 'remove', '--force', '--force', tree]);
      await rm(home, { recursive: true, force: true });
      await git(top, ['worktree', 'prune']);
    },
  });
}

/** An index and an object store of our own: what is asked of git leaves no trace in the repository. */
async function baselineIn(
  git: Git,
  place: {
    readonly top: string;
    readonly folder: string;
    readonly common: string;
    readonly home: string;
    readonly commit: string;
  },
): Promise<Baseline> {
  const objects = join(place.home, 'objects');
  await mkdir(objects, { recursive: true });
  const variables = {
    GIT_DIR: place.common,
    GIT_WORK_TREE: place.top,
    GIT_INDEX_FILE: join(place.home, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(place.common, 'objects'),
  };
  return { git, folder: place.folder, variables, tree: place.commit };
}

/** How a folder differs from the commit that is checked out. */
export interface FolderState {
  /** Null outside a git repository: then nothing is known about what changed. */
  readonly change: Change | null;
  /** Null outside a git repository. */
  readonly earlier: EarlierFiles | null;
}

/** Looks at a folder where work was done in place. Errors: `folder-missing`, and git's. */
export async function lookAtFolder(folder: string, git: Git): Promise<Result<FolderState>> {
  const real = await existingFolder(folder);
  if (!real.ok) return real;
  const repository = await findRepository(real.value, git);
  if (repository === null) return ok({ change: null, earlier: null });
  const home = await mkdtemp(join(tmpdir(), 'mizan-look-'));
  try {
    const baseline = await baselineIn(git, { ...repository, folder: real.value, home });
    const captured = await capture(baseline);
    if (!captured.ok) return captured;
    const { GIT_DIR, GIT_WORK_TREE } = baseline.variables;
    const later = { ...baseline, variables: { GIT_DIR, GIT_WORK_TREE } };
    return ok({ change: captured.value, earlier: { read: (path) => earlierBytes(later, path) } });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function existingFolder(folder: string): Promise<Result<string>> {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  return isFolder ? ok(await realpath(folder)) : fail('folder-missing', 'There is no such folder', folder);
}

/** What a plain folder's copy leaves out of the change: what tools put there. */
const leftOut = ['node_modules/', '.venv/', 'venv/', '__pycache__/', '.pytest_cache/', '.ruff_cache/'];

async function copy(source: string, home: string, git: Git): Promise<Result<Workspace>> {
  const top = join(home, 'tree');
  await copyTree(source, top);
  const store = join(home, 'git');
  const made = await git(home, ['init', '--quiet', '--bare', store]);
  if (!made.ok) return made;
  const variables = { GIT_DIR: store, GIT_WORK_TREE: top, GIT_INDEX_FILE: join(home, 'index') };
  const excluded = leftOut.map((pattern) => `:(exclude,glob)**/${pattern}**`);
  const added = await git(top, ['add', '--all', '--force', '--', '.', ...excluded], { more: variables });
  if (!added.ok) return added;
  const tree = await git(top, ['write-tree'], { more: variables });
  if (!tree.ok) return tree;
  const baseline: Baseline = { git, folder: top, variables, tree: gitText(tree.value) };
  return ok({
    kind: 'copy',
    source,
    folder: top,
    base: null,
    capture: () => capture(baseline, excluded),
    earlier: { read: (path) => earlierBytes(baseline, path) },
    remove: () => rm(home, { recursive: true, force: true }),
  });
}

/** Compares the files as they are with the baseline. Paths are relative to the work tree of the contract. */
async function capture(baseline: Baseline, excluded: readonly string[] = []): Promise<Result<Change>> {
  const { git, folder, variables, tree } = baseline;
  const isThere = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isThere) return fail('work-tree-missing', 'The agent deleted its work tree', folder);
  const options = { more: variables };
  const force = excluded.length > 0 ? ['--force'] : [];
  const steps = [
    ['read-tree', tree],
    ['add', '--all', ...force, '--', '.', ...excluded],
  ];
  for (const words of steps) {
    const done = await git(folder, words, options);
    if (!done.ok) return done;
  }
  const compare = ['diff', '--cached', '--relative', '-M', '--no-ext-diff', '--no-textconv', '--no-color'];
  const diff = await git(folder, [...compare, '--binary', '--full-index', tree], options);
  if (!diff.ok) return diff;
  const names = await git(folder, [...compare, '--name-status', '-z', tree], options);
  if (!names.ok) return names;
  return ok({ diff: diff.value, ...readNameStatus(new TextDecoder().decode(names.value)) });
}

/** `M\0path\0R90\0old\0new\0…` as git prints it with `--name-status -z`. */
function readNameStatus(text: string): Pick<Change, 'changed' | 'paths'> {
  const words = text.split('\0');
  const paths: ChangedPath[] = [];
  const changed: string[] = [];
  for (let at = 0; at + 1 < words.length; ) {
    const status = words[at] ?? '';
    const first = words[at + 1] ?? '';
    const isMove = status.startsWith('R') || status.startsWith('C');
    const path = isMove ? (words[at + 2] ?? '') : first;
    paths.push({ path, basePath: status === 'A' ? null : first });
    if (status !== 'D') changed.push(path);
    at += isMove ? 3 : 2;
  }
  return { changed, paths };
}

async function earlierBytes({ git, folder, variables, tree }: Baseline, path: string): Promise<Uint8Array | null> {
  const shown = await git(folder, ['show', `${tree}:./${path}`], { more: variables });
  return shown.ok ? shown.value : null;
}
