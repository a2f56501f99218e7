import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { type NotJudged, parserFor, type SourceError } from './parsers.ts';
import type { SyntaxReport } from './protocol.ts';

/** Larger files are data, not sources that somebody wrote. */
const sizeLimit = 2 * 1024 * 1024;
const errorsPerFile = 20;
const errorLimit = 200;

/** Parses every file in a language that Mizan knows (C5). `files` are relative to the work tree. */
export function checkSyntax(workTree: string, files: readonly string[]): SyntaxReport {
  const top = realpathSync(workTree);
  const report = { parsed: [] as string[], passedOver: [] as { file: string; reason: string }[] };
  const errors: SyntaxReport['errors'] = [];
  for (const file of files) {
    const parser = parserFor(file);
    if (parser === null) continue;
    const source = readSource(top, file);
    if (typeof source !== 'string') {
      if (source.reason !== null) report.passedOver.push({ file, reason: source.reason });
      continue;
    }
    const found = parseOrTooDeep(() => parser(source, file));
    if ('reason' in found) {
      report.passedOver.push({ file, reason: found.reason });
      continue;
    }
    report.parsed.push(file);
    for (const error of found.slice(0, Math.min(errorsPerFile, errorLimit - errors.length))) {
      errors.push({ file, ...error, message: error.message.slice(0, 300).toWellFormed() });
    }
  }
  return { ...report, errors };
}

/** Sources nested beyond any parser's stack parse nowhere, so that is an error of the source. */
function parseOrTooDeep(parse: () => readonly SourceError[] | NotJudged): readonly SourceError[] | NotJudged {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ line: 1, column: 1, message: 'is nested too deeply to be parsed' }];
  }
}

/** The text of a file, or why it is not looked at; null when there is nothing to look at. */
function readSource(top: string, file: string): string | { readonly reason: string | null } {
  const path = join(top, file);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return { reason: null };
  if (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false }) === undefined) {
    return { reason: 'is a link that leads nowhere, or out of the work tree' };
  }
  const stat = statSync(path);
  if (!stat.isFile()) return { reason: null };
  const way = relative(top, realpathSync(path));
  if (way.startsWith('..') || isAbsolute(way)) return { reason: 'is a link that leads out of the work tree' };
  if (stat.size > sizeLimit) return { reason: `is larger than ${sizeLimit / 1024 / 1024} MiB` };
  return readFileSync(path, 'utf8');
}
