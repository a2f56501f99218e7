import { parsePatch } from 'diff';
import { fail, ok, type Result } from '../problem/index.ts';

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'binary';

export interface DiffHunk {
  /** 1-based. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with a space, `+`, `-` or `\`. */
  readonly lines: readonly string[];
}

export interface DiffFile {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: FileStatus;
  readonly additions: number;
  readonly deletions: number;
  readonly hunks: readonly DiffHunk[];
}

/** The files of a unified diff, git's extended headers included. Error: `diff-unreadable`. */
export function parseDiff(text: string): Result<readonly DiffFile[]> {
  if (text.trim() === '') return ok([]);
  let patches: ReturnType<typeof parsePatch>;
  try {
    patches = parsePatch(text);
  } catch (error) {
    return fail('diff-unreadable', `The diff does not parse: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  const binary = binarySections(text);
  return ok(
    patches
      .filter((patch) => (patch.newFileName ?? patch.oldFileName) !== undefined)
      .map((patch, index) => {
        const before = nameOf(patch.oldFileName, 'a/');
        const after = nameOf(patch.newFileName, 'b/');
        const lines = patch.hunks.flatMap((hunk) => hunk.lines);
        const path = after ?? before ?? '';
        return {
          path,
          previousPath: before !== null && before !== path ? before : null,
          status: statusOf(patch, before, after, patch.isBinary === true || binary.has(index)),
          additions: lines.filter((line) => line.startsWith('+')).length,
          deletions: lines.filter((line) => line.startsWith('-')).length,
          hunks: patch.hunks.map(({ oldStart, newStart, lines: hunkLines }) => ({
            oldStart,
            newStart,
            lines: hunkLines,
          })),
        };
      }),
  );
}

/** The positions of the files whose section holds a `GIT binary patch`, which the parser passes over. */
function binarySections(text: string): ReadonlySet<number> {
  if (!text.includes('\nGIT binary patch')) return new Set();
  const sections = text.split(/^diff --git /m).slice(1);
  return new Set(sections.flatMap((section, index) => (section.includes('\nGIT binary patch') ? [index] : [])));
}

function nameOf(name: string | undefined, prefix: string): string | null {
  if (name === undefined || name === '/dev/null') return null;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function statusOf(
  patch: { isCreate?: boolean; isDelete?: boolean; isRename?: boolean },
  before: string | null,
  after: string | null,
  isBinary: boolean,
): FileStatus {
  if (isBinary) return 'binary';
  if (patch.isCreate === true || before === null) return 'added';
  if (patch.isDelete === true || after === null) return 'deleted';
  return patch.isRename === true || before !== after ? 'renamed' : 'modified';
}

/** The two texts of a diff editor with the real number of each line; 0 and an empty line mark a gap between hunks. */
export interface TwoTexts {
  readonly original: readonly string[];
  readonly modified: readonly string[];
  readonly originalLines: readonly number[];
  readonly modifiedLines: readonly number[];
  /** For each hunk its first changed line: the side, and the 1-based index into that side's text. */
  readonly firstChanges: readonly { readonly side: 'original' | 'modified'; readonly line: number }[];
}

/** A file of a diff as the texts before and after, as far as the diff shows them. */
export function twoTexts(file: DiffFile): TwoTexts {
  const original: Side = { text: [], numbers: [] };
  const modified: Side = { text: [], numbers: [] };
  const firstChanges: { side: 'original' | 'modified'; line: number }[] = [];
  const isWhole = file.status === 'added' || file.status === 'deleted';
  let lastOld = 0;
  for (const hunk of file.hunks) {
    if (!isWhole && hunk.oldStart > lastOld + 1) {
      addLine(original, '', 0);
      addLine(modified, '', 0);
    }
    const before = original.text.length;
    const firstAdded = addSide(modified, hunk.lines, '+', hunk.newStart);
    const firstRemoved = addSide(original, hunk.lines, '-', hunk.oldStart);
    if (firstAdded > 0) firstChanges.push({ side: 'modified', line: firstAdded });
    else if (firstRemoved > 0) firstChanges.push({ side: 'original', line: firstRemoved });
    lastOld = hunk.oldStart + original.text.length - before - 1;
  }
  return {
    original: original.text,
    modified: modified.text,
    originalLines: original.numbers,
    modifiedLines: modified.numbers,
    firstChanges,
  };
}

interface Side {
  readonly text: string[];
  readonly numbers: number[];
}

function addLine(side: Side, text: string, number: number): void {
  side.text.push(text);
  side.numbers.push(number);
}

/** Adds the lines of a hunk that this side has; gives the place of the first that only this side has, 0 without one. */
function addSide(side: Side, lines: readonly string[], sign: '+' | '-', start: number): number {
  let number = start;
  let first = 0;
  for (const line of lines) {
    if (!line.startsWith(sign) && !line.startsWith(' ')) continue;
    addLine(side, line.slice(1), number);
    number += 1;
    if (first === 0 && line.startsWith(sign)) first = side.text.length;
  }
  return first;
}
