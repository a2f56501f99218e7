import type { FileChange } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { workVerified } from './events.ts';
import type { GateRecord } from './gate-record.ts';
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

/** The gates' results of the work; none when they did not run. */
export function gateRecords(reader: LedgerReader, pointers: WorkPointers): Result<readonly GateRecord[]> {
  if (pointers.verified === null) return ok([]);
  const event = reader.event(pointers.verified);
  if (!event.ok) return event;
  const read = workVerified.read(event.value);
  return read.ok ? ok(read.value.gates) : read;
}

/** How many marks fall on this file. */
export function marksOn(file: DiffFile, gates: readonly GateRecord[]): number {
  return marksFor(file, gates).length;
}

/**
 * One changed file as two texts with the failing places marked. Places come from the gates; a failed gate that names no
 * place in any changed file marks the first changed line of every hunk with what it found.
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
  const gates = gateRecords(reader, found.value.pointers);
  if (!gates.ok) return gates;
  const { original, modified, originalLines, modifiedLines } = twoTexts(file);
  return ok({
    path: file.path,
    language: languageOf(file.path),
    original: original.join('\n'),
    modified: modified.join('\n'),
    originalLines: [...originalLines],
    modifiedLines: [...modifiedLines],
    complete: file.status === 'added' || file.status === 'deleted',
    marks: marksFor(file, gates.value),
  });
}

function marksFor(file: DiffFile, gates: readonly GateRecord[]): FileChange['marks'] {
  const { modifiedLines, firstChanges } = twoTexts(file);
  return gates
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap((gate) => {
      if (gate.marks.length === 0) {
        return firstChanges.map(({ side, line }) => ({ side, line, message: gate.reason, gate: gate.gate }));
      }
      return gate.marks
        .filter((mark) => mark.file === file.path)
        .map((mark) => ({ line: modifiedLines.indexOf(mark.line) + 1, message: mark.message }))
        .filter(({ line }) => line > 0)
        .map(({ line, message }) => ({ side: 'modified' as const, line, message, gate: gate.gate }));
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
