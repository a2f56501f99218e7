/**
 * `locked`: there is no right to open it. `folder`: a submodule where the project lists it as a file. `given-up`: it
 * ended or held up a process that read it.
 */
export type UnreadableOutcome =
  | 'binary'
  | 'too-large'
  | 'not-utf8'
  | 'symbolic-link'
  | 'locked'
  | 'folder'
  | 'given-up';

/** The bytes of one path, classified; only text is looked into. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly outcome: UnreadableOutcome };

/** A tree as plain data, to be sent to another process: what is not `known` is read from `root` there. */
export interface TreeSnapshot {
  /** The folder on disk that holds the files; null for trees in memory. */
  readonly root: string | null;
  /** The folder on disk that holds the installed packages, often the same. */
  readonly packages: string | null;
  readonly paths: readonly string[];
  readonly known: readonly (readonly [path: string, content: FileContent])[];
  /** True: what `paths` does not name is absent, whatever lies on disk. */
  readonly closed: boolean;
}

/** One state of a project. Paths are relative to its top, with `/`. Reading is synchronous: compilers ask that way. */
export interface ProjectTree {
  read(path: string): FileContent;
  /** Every file that belongs to the project, sorted. */
  paths(): readonly string[];
  /** The folder on disk that holds installed packages; null for trees in memory. */
  readonly root: string | null;
  readonly snapshot: TreeSnapshot;
}

export interface ChangedFile {
  readonly path: string;
  /** Where it was in the base; null when it is new. */
  readonly basePath: string | null;
  /** It was named, and is in both states the same: it introduces nothing. */
  readonly isUnchanged?: true;
}

/** What is verified: the files that changed from base to head. Without a base every finding is new (V2). */
export interface ProjectChange {
  readonly base: ProjectTree | null;
  readonly head: ProjectTree;
  readonly files: readonly ChangedFile[];
}

/** The change without the files that were only named (V2). */
export function changedOnly(change: ProjectChange): ProjectChange {
  return { ...change, files: change.files.filter(({ isUnchanged }) => isUnchanged !== true) };
}

/** The text of a file, or null when there is none to be had. */
export function textOf(tree: ProjectTree, path: string): string | null {
  const content = tree.read(path);
  return content.kind === 'text' ? content.text : null;
}

/** Sources that people write are smaller; larger files are data. */
const sizeLimit = 2 * 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Tells text from binary, oversized and wrongly encoded bytes. */
export function classify(bytes: Uint8Array): FileContent {
  if (bytes.length > sizeLimit) return { kind: 'unreadable', outcome: 'too-large' };
  if (bytes.subarray(0, 8192).includes(0)) return { kind: 'unreadable', outcome: 'binary' };
  try {
    return { kind: 'text', text: decoder.decode(bytes) };
  } catch {
    return { kind: 'unreadable', outcome: 'not-utf8' };
  }
}

/** `./a//b/../c` as `a/c` (V1). A path that leads out keeps its leading `..`. */
export function normalisePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
