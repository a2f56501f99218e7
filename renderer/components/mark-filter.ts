/** Which marks of a change are shown: those of every check, or of one. Pure. */
import type { FileChange } from '../../core/api/index.ts';
import type { ChangedFile } from './file-list.tsx';

/** The checks that mark something, with how often, in the order in which they ran. */
export function markedChecks(
  files: readonly ChangedFile[],
  order: readonly string[],
): readonly { readonly check: string; readonly count: number }[] {
  const all = files.flatMap(({ marks }) => marks.map(({ gate }) => gate));
  return order.flatMap((check) => {
    const count = all.filter((gate) => gate === check).length;
    return count === 0 ? [] : [{ check, count }];
  });
}

/** The files with the marks of one check only; null keeps all. */
export function filesMarkedBy(files: readonly ChangedFile[], check: string | null): readonly ChangedFile[] {
  if (check === null) return files;
  return files.map((file) => ({ ...file, marks: file.marks.filter(({ gate }) => gate === check) }));
}

/** The change with the marks of one check only; null keeps all. */
export function changeMarkedBy(change: FileChange, check: string | null): FileChange {
  return check === null ? change : { ...change, marks: change.marks.filter(({ gate }) => gate === check) };
}

/** Where a finding is marked; null when nothing shows it. */
export function placeOfFinding(
  files: readonly ChangedFile[],
  findingId: string,
): { readonly file: number; readonly mark: number } | null {
  for (const [file, { marks }] of files.entries()) {
    const mark = marks.findIndex((one) => one.findingId === findingId);
    if (mark >= 0) return { file, mark };
  }
  return null;
}
