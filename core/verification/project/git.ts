import { fail, ok, type Result } from '../../problem/index.ts';
import { git, runGit } from './git-process.ts';
import { type ChangedFile, classify, type FileContent, type ProjectTree } from './tree.ts';
import { treeOf } from './tree-of.ts';

function fields(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '');
}

/**
 * The top folder of the working tree, and the tree of the commit (or the tree itself, such as the empty one) that a
 * name stands for, in one question: a large program starts processes slowly. Error: `not-a-repository` with what to
 * do; of the tree: `ref-unknown`.
 */
export async function findTree(
  folder: string,
  ref: string,
): Promise<Result<{ readonly top: string; readonly tree: Result<string> }>> {
  const words = ['rev-parse', '--show-toplevel', '--verify', '--quiet', '--end-of-options', `${ref}^{tree}`];
  const ended = await runGit(folder, words);
  if (!ended.ok) return ended;
  const lines = ended.value.output.toString('utf8').replace(/\n$/, '').split('\n');
  const tree = ended.value.code === 0 ? lines.pop() : undefined;
  const top = lines.join('\n');
  if (top === '') {
    const advice = 'This folder is not in a git repository; name the files to verify, or run git init';
    return fail('not-a-repository', advice, folder);
  }
  if (tree !== undefined) return ok({ top, tree: ok(tree) });
  const unknown = `There is no commit or tree ${JSON.stringify(ref)}; git log shows the commits that exist`;
  return ok({ top, tree: fail('ref-unknown', unknown, top) });
}

/** The files that git knows, and the new ones that it would add. */
export async function listedFiles(
  top: string,
): Promise<Result<{ readonly known: readonly string[]; readonly added: readonly string[] }>> {
  const listed = await git(top, ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard']);
  if (!listed.ok) return listed;
  // A letter that says what it is, a space, the path.
  const groups = Map.groupBy(fields(listed.value), (field) => (field.startsWith('?') ? 'added' : 'known'));
  const paths = (group: 'known' | 'added') => (groups.get(group) ?? []).map((field) => field.slice(2));
  return ok({ known: paths('known'), added: paths('added') });
}

/** What changed from a tree to another, or to the working tree (null) but for its new files. Moves are found. */
export async function changedFiles(
  top: string,
  from: string,
  to: string | null,
): Promise<Result<readonly ChangedFile[]>> {
  const range = to === null ? [from] : [from, to];
  const diff = await git(top, ['diff', '--no-ext-diff', '--name-status', '--find-renames', '-z', ...range, '--']);
  if (!diff.ok) return diff;
  const words = fields(diff.value);
  const changed: ChangedFile[] = [];
  for (let at = 0; at < words.length; ) {
    const status = words[at] ?? '';
    const first = words[at + 1] ?? '';
    const isMove = status.startsWith('R') || status.startsWith('C');
    if (isMove) changed.push({ path: words[at + 2] ?? '', basePath: first });
    else changed.push({ path: first, basePath: status === 'A' ? null : first });
    at += isMove ? 3 : 2;
  }
  return ok(changed);
}

/** A file of a tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** Every file of a tree. */
export async function treeEntries(top: string, tree: string): Promise<Result<readonly TreeEntry[]>> {
  const listed = await git(top, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  if (!listed.ok) return listed;
  return ok(
    fields(listed.value).flatMap((line) => {
      const match = /^(\d+) (?:blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
      return match === null ? [] : [{ mode: match[1] ?? '', object: match[2] ?? '', path: match[3] ?? '' }];
    }),
  );
}

/** The files of a tree that the working tree has otherwise or not at all. */
export async function differingFiles(top: string, tree: string): Promise<Result<readonly string[]>> {
  const diff = await git(top, ['diff', '--no-ext-diff', '--no-renames', '--name-only', '-z', tree, '--']);
  return diff.ok ? ok(fields(diff.value)) : diff;
}

/**
 * The tree of these entries: `differing` files are read from git, the others from the working tree, where they are the
 * same. Its top also holds the installed packages.
 */
export async function recordedTree(
  top: string,
  entries: readonly TreeEntry[],
  differing: ReadonlySet<string>,
): Promise<Result<ProjectTree>> {
  const isSubmodule = ({ mode }: TreeEntry) => mode === '160000';
  const chosen = entries.filter((entry) => differing.has(entry.path) && !isSubmodule(entry));
  const blobs =
    chosen.length === 0
      ? ok(Buffer.alloc(0))
      : await git(top, ['cat-file', '--batch'], chosen.map(({ object }) => `${object}\n`).join(''));
  if (!blobs.ok) return blobs;
  const submodules = entries.filter(isSubmodule);
  const known = submodules.map(({ path }): readonly [string, FileContent] => [
    path,
    { kind: 'unreadable', outcome: 'folder' },
  ]);
  let at = 0;
  for (const { mode, path } of chosen) {
    const end = blobs.value.indexOf(10, at);
    const size = Number(blobs.value.subarray(at, end).toString('latin1').split(' ')[2]);
    const bytes = blobs.value.subarray(end + 1, end + 1 + size);
    known.push([path, mode === '120000' ? { kind: 'unreadable', outcome: 'symbolic-link' } : classify(bytes)]);
    at = end + 1 + size + 1;
  }
  const paths = entries.map(({ path }) => path).sort();
  return ok(treeOf({ root: top, packages: top, paths, known, closed: true }));
}
