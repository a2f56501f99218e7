import type { FileChange } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { workVerified } from './events.ts';
import { type MarkSources, marksFor } from './findings/marks.ts';
import { findWork, type WorkPointers } from './list-work.ts';
import { type DiffFile, parseDiff, twoTexts } from './unified-diff.ts';

const decoder = new TextDecoder();

/** The files that the agent changed; empty when it left no change. Errors: `diff-unreadable`, `body-redacted`. */
export function changedFiles(reader: LedgerReader, pointers: WorkPointers): Result<readonly DiffFile[]> {
  if (pointers.diff === null) return ok([]);
  const body = reader.body(pointers.diff, 'diff');
  if (!body.ok) return body;
  if (body.value.state === 'redacted') {
    return fail('body-redacted', `The diff was redacted: ${body.value.reason}`, `${pointers.diff}`);
  }
  return parseDiff(decoder.decode(body.value.body));
}

/** What the checks of the work mark; nothing when they did not run. */
function markedBy(reader: LedgerReader, pointers: WorkPointers): Result<MarkSources> {
  if (pointers.verified === null) return ok({ gates: [], findings: [] });
  const event = reader.event(pointers.verified);
  if (!event.ok) return event;
  const read = workVerified.read(event.value);
  if (!read.ok) return read;
  return ok({ gates: read.value.gates, findings: read.value.dimensions?.findings ?? [] });
}

/**
 * One changed file as two texts with the failing places marked (`marksFor`).
 * Errors: `task-unknown`, `file-unknown`, `diff-unreadable`, `body-redacted`.
 */
export function getChange(
  reader: LedgerReader,
  query: { readonly taskId: string; readonly agentId?: string | undefined; readonly path: string },
): Result<FileChange> {
  const found = findWork(reader, query.taskId, query.agentId);
  if (!found.ok) return found;
  const files = changedFiles(reader, found.value.pointers);
  if (!files.ok) return files;
  const file = files.value.find(({ path }) => path === query.path);
  if (file === undefined) {
    return fail('file-unknown', `The change of ${query.taskId} does not touch ${query.path}`, query.path);
  }
  const marked = markedBy(reader, found.value.pointers);
  if (!marked.ok) return marked;
  const { original, modified, originalLines, modifiedLines } = twoTexts(file);
  return ok({
    path: file.path,
    language: languageOf(file.path),
    original: original.join('\n'),
    modified: modified.join('\n'),
    originalLines: [...originalLines],
    modifiedLines: [...modifiedLines],
    complete: file.status === 'added' || file.status === 'deleted',
    marks: [...marksFor(file, marked.value)],
  });
}

const languages: Readonly<Record<string, string>> = {
  c: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  go: 'go',
  h: 'cpp',
  html: 'html',
  java: 'java',
  js: 'javascript',
  jsx: 'javascript',
  json: 'json',
  md: 'markdown',
  mjs: 'javascript',
  cjs: 'javascript',
  py: 'python',
  pyi: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shell',
  sql: 'sql',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Monaco's name of the language, by the file's ending. */
function languageOf(path: string): string {
  const ending = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(languages, ending) ? (languages[ending] ?? 'plaintext') : 'plaintext';
}
