import { complexityViolations } from '../dimensions/complexity.ts';
import { introduced, violation } from '../dimensions/findings.ts';
import { semanticViolations } from '../dimensions/semantics.ts';
import { styleViolations } from '../dimensions/style.ts';
import type { SourceLanguage, SourceModel } from '../languages/model.ts';
import { languageOf } from '../languages/registry.ts';
import type { RuleSet } from '../policy/rules.ts';
import type { FileReading } from '../project/read-changed.ts';
import type { Violation } from '../result.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What one file gave: its new violations, and why it could not be looked at (null: it was). */
export interface FileFindings {
  readonly violations: readonly Violation[];
  readonly open: { readonly reason: string; readonly line?: number } | null;
}

const nothing: FileFindings = { violations: [], open: null };

/** Style, semantics and complexity of one file against its base (null: it is new, or there is no base). */
export function verifyFile(
  path: string,
  head: FileReading,
  base: FileReading | null,
  rules: RuleSet,
  watch: Stopwatch,
): FileFindings {
  const language = languageOf(path);
  if (language === null) return nothing;
  if (head.kind === 'not-read') return { violations: [], open: { reason: `The file ${head.reason}` } };
  const oldError = base?.kind === 'source' ? base.model.syntaxError : null;
  if (head.kind === 'source' && head.model.syntaxError !== null) {
    return unparsed(path, head.model.syntaxError, oldError !== null, rules);
  }
  const ofSide = (side: FileReading | null) => ownViolations(path, side, language, rules, watch);
  const found = introduced(ofSide(head), ofSide(base));
  const reason = whyNotCompared(head, base, rules);
  if (reason !== null) return { violations: found, open: { reason: `The base ${reason}, so nothing can be compared` } };
  return { violations: [...found, ...lostOrNarrowed(path, head, base, rules, watch)], open: null };
}

function unparsed(
  path: string,
  { line, message }: NonNullable<SourceModel['syntaxError']>,
  wasBroken: boolean,
  rules: RuleSet,
): FileFindings {
  if (!wasBroken) return { violations: syntaxViolations(path, line, message, rules), open: null };
  return { violations: [], open: { reason: `The file does not parse, and did not before: ${message}`, line } };
}

/** What is wrong with the base; null when it can be compared, or when nothing is to be compared. */
function whyNotCompared(head: FileReading, base: FileReading | null, { semantics }: RuleSet): string | null {
  if (base?.kind === 'not-read') return head.kind === 'source' ? base.reason : null;
  if (base?.kind !== 'source' || base.model.syntaxError === null) return null;
  return head.kind === 'source' || semantics !== null ? 'does not parse' : null;
}

function lostOrNarrowed(
  path: string,
  head: FileReading,
  base: FileReading | null,
  { semantics }: RuleSet,
  watch: Stopwatch,
): readonly Violation[] {
  const old = base?.kind === 'source' ? base.model.exports : null;
  if (semantics === null || old === null) return [];
  const current = head.kind === 'source' ? (head.model.exports ?? []) : [];
  return watch.of(['semantics'], () => semanticViolations(old, current, path, semantics));
}

/** What one side has of style and complexity, whatever the other has. */
function ownViolations(
  path: string,
  side: FileReading | null,
  language: SourceLanguage,
  { style, complexity }: RuleSet,
  watch: Stopwatch,
): readonly Violation[] {
  if (side?.kind !== 'source') return [];
  const { model, text } = side;
  return [
    ...(style === null ? [] : watch.of(['style'], () => styleViolations(model, language, path, text, style))),
    ...(complexity === null
      ? []
      : watch.of(['complexity'], () => complexityViolations(model.functions, language, path, complexity))),
  ];
}

/** A source that stopped parsing is an error of the first dimension that would have read it. */
function syntaxViolations(file: string, line: number, message: string, rules: RuleSet): readonly Violation[] {
  const order = ['semantics', 'complexity', 'style', 'hallucination'] as const;
  const dimension = order.find((one) => rules[one] !== null);
  if (dimension === undefined) return [];
  return [
    violation({
      dimension,
      type: 'syntax-error',
      rule: 'syntax/error',
      severity: 'error',
      symbol: file,
      file,
      line,
      message: `The file does not parse: ${message}`,
      suggestion: 'Correct the syntax',
    }),
  ];
}
