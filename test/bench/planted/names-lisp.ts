import { type Plant, planted } from './plant.ts';
import { type Dice, inventedPackage, wrongName } from './random.ts';

export const lispNameKinds = ['renamed call', 'wrong standard symbol', 'invented package'] as const;

const standardCalls = [
  'mapcar remove-if remove-if-not find-if position-if concatenate make-instance make-hash-table gethash format',
  'nreverse append subseq string= char-code funcall apply vector-push-extend make-array write-string read-line',
  'with-open-file destructuring-bind multiple-value-bind unwind-protect handler-case ignore-errors loop dolist dotimes',
  'when unless cond case incf push setf error list cons length char-upcase parse-integer',
].flatMap((line) => line.split(' '));

/**
 * Plants one wrong name of a kind into a source; null when it has no place for it. `defined`: functions of the corpus.
 */
export function plantLispName(
  kind: string,
  path: string,
  text: string,
  taken: ReadonlySet<string>,
  random: Dice,
  defined: ReadonlySet<string>,
): Plant | null {
  const standard = new Set(standardCalls);
  const wanted = kind === 'wrong standard symbol' ? standard : defined;
  const places = callsIn(text).filter(({ name }) =>
    kind === 'invented package' ? defined.has(name) || standard.has(name) : wanted.has(name),
  );
  const place = random.pick(places);
  if (place === undefined) return null;
  if (kind === 'invented package') {
    const prefix = inventedPackage(random, '-');
    const edit = { start: place.at, end: place.at, replacement: `${prefix}:` };
    return planted(kind, path, text, edit, prefix);
  }
  const wrong = wrongName(place.name, taken, random);
  if (wrong === null) return null;
  const edit = { start: place.at, end: place.at + place.name.length, replacement: wrong };
  // The reader folds letters, so this is how a finding names it.
  return planted(kind, path, text, edit, wrong.toLowerCase());
}

/**
 * Operators of lists inside definitions of functions: outside strings, comments, quotations, bindings and lambda
 * lists.
 */
function callsIn(text: string): readonly { readonly name: string; readonly at: number }[] {
  const found: { name: string; at: number }[] = [];
  const code = blanked(text);
  for (const match of code.matchAll(/\(([a-z][a-z0-9*+<>=/-]{3,})(?=[\s)])/g)) {
    const at = match.index + 1;
    const before = code.slice(Math.max(0, match.index - 80), match.index);
    const top = code.lastIndexOf('\n(', match.index);
    const isInFunction = /^\n\(def(?:un|method)\s/.test(code.slice(top, top + 12)) && match.index > top + 1;
    // After an open bracket stands a binding or a clause, after a quotation data.
    if (
      !isInFunction ||
      /[('`,@#]\s*$/.test(before) ||
      /\((?:let\*?|flet|labels|macrolet|do\*?|lambda|case|ecase|typecase)?\s*\([^()]*$/.test(before)
    )
      continue;
    if (/\(def(?:un|method)\s+\S+\s*(?::\w+\s*)?\([^()]*(\([^()]*\)[^()]*)*$/.test(code.slice(top, match.index)))
      continue;
    if (/`/.test(code.slice(top, match.index))) continue;
    found.push({ name: match[1] ?? '', at });
  }
  return found;
}

/** The text with strings, comments and characters blanked, every place kept. */
function blanked(text: string): string {
  return text.replaceAll(/#\|[\s\S]*?\|#|"(?:[^"\\]|\\[\s\S])*"|;[^\n]*|#\\\S/g, (part) =>
    part.replaceAll(/[^\n]/g, ' '),
  );
}
