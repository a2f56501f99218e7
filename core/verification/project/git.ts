import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../problem/index.ts';
import { type ChangedFile, classify, type FileContent, type ProjectTree } from './tree.ts';
import { treeOf } from './tree-of.ts';

const outputLimit = 1024 * 1024 * 1024;

/** Runs git in a folder without a shell. Errors: `git-missing`, `git-failed` with what git said. */
async function git(folder: string, words: readonly string[], input = ''): Promise<Result<Buffer>> {
  return new Promise((resolve) => {
    const child = spawn('git', ['-c', 'core.quotePath=false', ...words], {
      cwd: folder,
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= outputLimit) chunks.push(chunk);
      else child.kill();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(0, 2000);
    });
    child.once('error', (error) => resolve(fail('git-missing', `git cannot be run (${error.message}); install it`)));
    child.once('close', (code) => {
      if (code === 0) resolve(ok(Buffer.concat(chunks)));
      else resolve(fail('git-failed', `git ${words[0] ?? ''} failed: ${complaint.trim()}`, folder));
    });
    // git may end before it has read everything; its exit code says all that matters.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function fields(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '');
}

/** The top folder of the working tree. Error: `not-a-repository` with what to do. */
export async function repositoryTop(folder: string): Promise<Result<string>> {
  const top = await git(folder, ['rev-parse', '--show-toplevel']);
  if (top.ok) return ok(top.value.toString('utf8').replace(/\n$/, ''));
  if (top.problem.code === 'git-missing') return top;
  return fail(
    'not-a-repository',
    'This folder is not in a git repository; name the files to verify, or run git init',
    folder,
  );
}

/** The commit a name stands for. Error: `ref-unknown`. */
export async function resolveRef(top: string, ref: string): Promise<Result<string>> {
  const found = await git(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (found.ok) return ok(found.value.toString('utf8').trim());
  return fail('ref-unknown', `There is no commit ${JSON.stringify(ref)}; git log shows those that exist`, top);
}

/** The files that git knows, and the new ones that it would add. */
export async function listedFiles(
  top: string,
): Promise<Result<{ readonly known: readonly string[]; readonly added: readonly string[] }>> {
  const [known, added] = await Promise.all([
    git(top, ['ls-files', '-z', '--cached']),
    git(top, ['ls-files', '-z', '--others', '--exclude-standard']),
  ]);
  if (!known.ok) return known;
  return added.ok ? ok({ known: fields(known.value), added: fields(added.value) }) : added;
}

/** What changed from a commit to another, or to the working tree (null) but for its new files. Moves are found. */
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

/** A file of a commit. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** Every file of a commit. */
export async function treeEntries(top: string, commit: string): Promise<Result<readonly TreeEntry[]>> {
  const listed = await git(top, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!listed.ok) return listed;
  return ok(
    fields(listed.value).flatMap((line) => {
      const match = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
      return match === null ? [] : [{ mode: match[1] ?? '', object: match[2] ?? '', path: match[3] ?? '' }];
    }),
  );
}

/** The files of a commit that the working tree has otherwise or not at all. */
export async function differingFiles(top: string, commit: string): Promise<Result<readonly string[]>> {
  const diff = await git(top, ['diff', '--no-ext-diff', '--no-renames', '--name-only', '-z', commit, '--']);
  return diff.ok ? ok(fields(diff.value)) : diff;
}

/**
 * The tree of a commit: `differing` files are read from git, the others from the working tree, where they are the same.
 * Its top also holds the installed packages.
 */
export async function commitTree(
  top: string,
  entries: readonly TreeEntry[],
  differing: ReadonlySet<string>,
): Promise<Result<ProjectTree>> {
  const chosen = entries.filter(({ path }) => differing.has(path));
  const blobs =
    chosen.length === 0
      ? ok(Buffer.alloc(0))
      : await git(top, ['cat-file', '--batch'], chosen.map(({ object }) => `${object}\n`).join(''));
  if (!blobs.ok) return blobs;
  const known: (readonly [string, FileContent])[] = [];
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
