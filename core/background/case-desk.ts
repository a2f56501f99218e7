import { isAbsolute } from 'node:path';
import type { CaseCheck } from '../api/index.ts';
import { type CaseFile, readCaseFile } from '../debate/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { RandomSource } from '../world/index.ts';

/** Problems of one case that are shown. */
const shownProblems = 200;

/** Where a person brings a case: it is read and checked here, and debated as it was read. */
export interface CaseDesk {
  /** Null when the person chose nothing. Error: `no-file-dialog`. */
  choose(): Promise<Result<CaseCheck | null>>;
  /** Errors: `choose-with-dialog`, `path-not-whole`. */
  check(path: string): Promise<Result<CaseCheck>>;
  /** The case that was checked last. Error: `case-not-checked`. */
  caseOf(caseId: string): Result<CaseFile>;
}

/**
 * A desk without a case. Where the door has a dialog, only what a person chose with it is read, so that a page can name
 * no file.
 */
export function createCaseDesk(chooseFile: (() => Promise<string | null>) | null, random: RandomSource): CaseDesk {
  let last: { readonly caseId: string; readonly caseFile: CaseFile } | null = null;

  async function read(file: string): Promise<Result<CaseCheck>> {
    const found = await readCaseFile(file);
    if (!found.ok) {
      const problems = found.problems.slice(0, shownProblems).map((problem) => ({ ...problem }));
      return ok({ file, case: null, problems, problemCount: found.problems.length });
    }
    const { caseFile } = found;
    const caseId = `case-${Buffer.from(random.bytes(9)).toString('base64url')}`;
    last = { caseId, caseFile };
    const { title, thesis = null, claims, evidence, documents, calculations } = caseFile;
    const counts = {
      claims: claims.length,
      evidence: evidence.length,
      documents: documents.length,
      calculations: calculations.length,
    };
    return ok({ file, case: { caseId, title, thesis, ...counts }, problems: [], problemCount: 0 });
  }

  return {
    async choose() {
      if (chooseFile === null) {
        return fail('no-file-dialog', 'A browser cannot choose a file of this machine: type its path');
      }
      const path = await chooseFile();
      return path === null ? ok(null) : read(path);
    },
    async check(path) {
      if (chooseFile !== null) return fail('choose-with-dialog', 'Choose the case with the file dialog', 'path');
      if (isAbsolute(path)) return read(path);
      return fail('path-not-whole', 'Type the whole path of the case, from the root of the disk', 'path');
    },
    caseOf(caseId) {
      if (last?.caseId === caseId) return ok(last.caseFile);
      return fail('case-not-checked', 'This case is not the one that was checked last: check it again', caseId);
    },
  };
}
