import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { readData } from '../../machine/index.ts';
import type { Problem } from '../../problem/index.ts';
import { type CaseFile, caseFile } from './case-file.ts';
import { checkCase } from './check-case.ts';
import { type DocumentReader, type DocumentText, findFileProblems } from './check-files.ts';
import type { Report } from './report.ts';

/** A case that a debate can be held on, or everything that stands in the way, with `file:line:column`. */
export type ReadCase =
  | { readonly ok: true; readonly caseFile: CaseFile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Larger case files, and larger documents beside them, are refused: 32 MiB. */
const maxCharacters = 33_554_432;

/** `case.yml:9:1` comes before `case.yml:10:1`. */
const collator = new Intl.Collator('en', { numeric: true });

/** For cases whose documents have no files. */
const noFiles: DocumentReader = async () => ({ ok: false, reason: 'Files cannot be read here' });

/**
 * Reads a case in YAML or JSON and checks it whole: all its problems are listed, not only the first. Codes:
 * `config-too-large`, `config-syntax`, `config-invalid` (the shape, numbers that are not finite included),
 * `duplicate-id`, `unknown-id`, `cycle`, `formula-syntax`, `formula-input`, `document-unreadable`,
 * `evidence-not-found`.
 */
export async function readCaseText(name: string, text: string, read: DocumentReader = noFiles): Promise<ReadCase> {
  const data = await readData({ name, text }, caseFile, maxCharacters);
  if (!data.ok) return data;
  const problems = [...checkCase(data.value, data.document)];
  const report: Report = (code, message, path) => problems.push({ code, message, place: data.document.place(path) });
  await findFileProblems(data.value, read, report);
  if (problems.length === 0) return { ok: true, caseFile: data.value };
  return { ok: false, problems: problems.sort((left, right) => collator.compare(left.place ?? '', right.place ?? '')) };
}

/** Reads and checks a case file and the documents beside it. `case-unreadable` when there is no such file. */
export async function readCaseFile(path: string): Promise<ReadCase> {
  const found = await readTextFile(path);
  if (!found.ok) return { ok: false, problems: [{ code: 'case-unreadable', message: found.reason, place: path }] };
  return readCaseText(path, found.text, documentsBeside(path));
}

/** Reads only files inside the folder of the case, also after links are followed. */
function documentsBeside(casePath: string): DocumentReader {
  const folder = dirname(resolve(casePath));
  return async (file) => {
    const target = await realpath(resolve(folder, file)).catch(() => null);
    if (target === null) return { ok: false, reason: 'There is no such file' };
    const inside = relative(await realpath(folder), target);
    if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) {
      return { ok: false, reason: 'The file lies outside the folder of the case' };
    }
    return readTextFile(target);
  };
}

async function readTextFile(path: string): Promise<DocumentText> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return { ok: false, reason: 'This is not a file' };
    if (found.size > maxCharacters) return { ok: false, reason: `It is larger than ${maxCharacters} bytes` };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    return text.includes('\0') ? { ok: false, reason: 'This is not text' } : { ok: true, text };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, reason: 'This is not UTF-8 text' };
    return { ok: false, reason: error instanceof Error ? error.message : 'It cannot be read' };
  }
}
