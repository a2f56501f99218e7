import { basename, extname } from 'node:path';
import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import { LineCounter, parseAllDocuments } from 'yaml';
import { type Grammar, pythonSyntaxErrors, readJavaScript, readTree } from '../../syntax-tree/index.ts';

/** A syntax error: 1-based line and column. */
export interface SourceError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Why a parser cannot judge a source, as something said of its file. */
export interface NotJudged {
  readonly reason: string;
}

type Parser = (source: string, path: string) => readonly SourceError[] | NotJudged;

/**
 * The parser for a file, by its ending; null for a language that Mizan does not parse. Each is the language's own or a
 * complete grammar: one that only guesses would call honest work a lie.
 */
export function parserFor(path: string): Parser | null {
  const ending = extname(path).toLowerCase();
  return Object.hasOwn(parsers, ending) ? (parsers[ending] ?? null) : null;
}

const parsers: Readonly<Record<string, Parser>> = {
  '.py': pythonSyntaxErrors,
  '.pyi': pythonSyntaxErrors,
  '.js': javascript,
  '.mjs': javascript,
  '.cjs': javascript,
  '.jsx': javascript,
  '.ts': javascript,
  '.mts': javascript,
  '.cts': javascript,
  '.tsx': javascript,
  '.json': json,
  '.yaml': yaml,
  '.yml': yaml,
  '.go': treeSitter('go'),
  '.rs': treeSitter('rust'),
  '.java': treeSitter('java'),
  '.c': unpreprocessed(treeSitter('c')),
  '.h': unpreprocessed(treeSitter('cpp')),
  '.cc': unpreprocessed(treeSitter('cpp')),
  '.cpp': unpreprocessed(treeSitter('cpp')),
  '.cxx': unpreprocessed(treeSitter('cpp')),
  '.hpp': unpreprocessed(treeSitter('cpp')),
  '.rb': treeSitter('ruby'),
  '.cs': treeSitter('csharp'),
};

/** Names under which JSON with comments is the custom. */
const jsonWithComments =
  /^(tsconfig|jsconfig)(\..+)?\.json$|^(\.?eslintrc|settings|launch|extensions|devcontainer)\.json$/;

function javascript(source: string, path: string): readonly SourceError[] | NotJudged {
  const { errors, notRead } = readJavaScript(source, path);
  if (notRead !== null) return { reason: notRead };
  return errors.map(({ start, message }) => ({ ...placeOf(source, start), message }));
}

function json(source: string, path: string): readonly SourceError[] | NotJudged {
  const errors: ParseError[] = [];
  const lenient = jsonWithComments.test(basename(path));
  parseJsonc(source.replace(/^\uFEFF/, ''), errors, { disallowComments: !lenient, allowTrailingComma: lenient });
  if (errors.length > 0 && isTemplate(source)) return unfilled;
  return errors.map((error) => ({ ...placeOf(source, error.offset), message: printParseErrorCode(error.error) }));
}

function yaml(source: string): readonly SourceError[] | NotJudged {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(source, { lineCounter, uniqueKeys: false, logLevel: 'silent' });
  const errors = 'empty' in documents ? documents.errors : documents.flatMap((document) => document.errors);
  if (errors.length > 0 && isTemplate(source)) return unfilled;
  return errors.map((error) => {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return { line, column: col, message: error.message.split('\n', 1)[0] ?? error.code };
  });
}

const unfilled: NotJudged = { reason: 'is a template, which is no document before it is filled in' };

/** A template of Helm, Jinja and their like is no document yet. */
function isTemplate(source: string): boolean {
  return /\{\{-?\s|\{%-?\s/.test(source);
}

function placeOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function treeSitter(grammar: Grammar): Parser {
  return (source) => {
    const { errors, unknown } = readTree(grammar, source);
    return unknown === null ? errors : { reason: `uses ${unknown}, which its grammar does not know` };
  };
}

const unprocessed: NotJudged = { reason: 'cannot be judged before its preprocessor ran' };

/** C and C++ before the preprocessor ran: what macros and conditions turn into cannot be known, so it is not judged. */
function unpreprocessed(parser: Parser): Parser {
  const isConditional = (source: string) => /^[ \t]*#[ \t]*(?!include\b|pragma\b)\w/m.test(source);
  return (source, path) => (isConditional(source) ? unprocessed : parser(source, path));
}
