import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, isQuotation, operatorOf } from '../../languages/common-lisp/forms.ts';
import { itemsOf } from './evaluated.ts';

const makers: ReadonlySet<string> = new Set([
  'intern',
  'read-from-string',
  'symbolicate',
  'format-symbol',
  'ensure-symbol',
  'intern*',
]);

/** In a pattern: any letters, or none. No symbol that a source writes has this letter. */
const anything = '\0';

/**
 * What names look like that a source makes from strings: `(intern (format nil "MAKE-~A" name))` makes `make-` and
 * anything. `ownMakers`: functions of the project that do so.
 */
export function madePatterns(forms: readonly Form[], ownMakers: ReadonlySet<string>): readonly string[] {
  return forms.flatMap((form) => {
    if (form.kind !== 'list') return [];
    const operator = operatorOf(form) ?? '';
    const own = patternsOf(operator, form.items.slice(1), ownMakers).filter((pattern) => fixedPart(pattern) !== '');
    return [...own, ...madePatterns(form.items, ownMakers)];
  });
}

function fixedPart(pattern: string): string {
  return pattern.replaceAll(anything, '');
}

/** Functions and macros that call `intern` make symbols too. */
export function symbolMakers(forms: readonly Form[]): readonly string[] {
  return forms.flatMap((form) => {
    const isDefinition = /^(defun|defmacro)$/.test(operatorOf(form) ?? '');
    const name = isDefinition ? designator(itemsOf(form)[1]) : null;
    return name !== null && holdsMaker(form) ? [name] : [];
  });
}

function holdsMaker(form: Form): boolean {
  return makers.has(operatorOf(form) ?? '') || itemsOf(form).some(holdsMaker);
}

function patternsOf(operator: string, parts: readonly Form[], ownMakers: ReadonlySet<string>): readonly string[] {
  switch (operator) {
    case 'intern':
    case 'read-from-string':
    case 'intern*':
    case 'ensure-symbol':
      return [joined(parts.slice(0, 1))];
    case 'format-symbol':
      return [joined(parts.slice(1, 2))];
    case 'symbolicate':
      return [joined(parts)];
    default:
      return ownMakers.has(operator) ? parts.filter(({ kind }) => kind === 'string').map((part) => joined([part])) : [];
  }
}

function joined(parts: readonly Form[]): string {
  return parts.map(textOf).join('');
}

function textOf(part: Form): string {
  if (part.kind === 'string') return literal(part.text);
  if (part.kind === 'symbol' && part.package !== null) return literal(part.name);
  if (part.kind !== 'list') return anything;
  if (isQuotation(part, 'quote')) return literal(designator(part) ?? '');
  switch (operatorOf(part)) {
    case 'format':
      return formatted(part.items[2], part.items.slice(3));
    case 'with-standard-io-syntax':
      return joined(part.items.slice(-1));
    case 'concatenate':
      return joined(part.items.slice(2));
    case 'string-upcase':
    case 'symbol-name':
    case 'string':
      return joined(part.items.slice(1, 2));
    default:
      return anything;
  }
}

/** A control string with its arguments in the places of `~A`. */
function formatted(control: Form | undefined, given: readonly Form[]): string {
  const parts = control?.kind === 'string' ? literal(control.text).split(anything) : ['', ''];
  return parts.map((part, at) => (at === 0 ? part : `${textOfArgument(given[at - 1])}${part}`)).join('');
}

function textOfArgument(argument: Form | undefined): string {
  return argument === undefined ? anything : textOf(argument);
}

/** What stands in a name as it is; directives of `format` stand for anything. */
function literal(text: string): string {
  const plain = text.toLowerCase().replaceAll(/~[\d,:@]*[()%]/g, '');
  return plain.replaceAll(/~[\d,:@]*[a-z]/g, anything);
}

/**
 * Whether a name fits a pattern. One without letters, as `~A-~A` makes, joins names: then the first part has to be the
 * name of a form that is not followed and the other a symbol that exists.
 */
export function fitsPattern(
  name: string,
  pattern: string,
  isUnfollowed: (name: string) => boolean,
  isSymbol: (name: string) => boolean,
): boolean {
  const fixed = fixedPart(pattern);
  if (/\w{2}/.test(fixed)) return hasPieces(name, pattern.split(anything));
  const places = [...name].flatMap((letter, at) => (letter === fixed ? [at] : []));
  return places.some((at) => isUnfollowed(name.slice(0, at)) && isSymbol(name.slice(at + 1)));
}

/** The first piece begins the name, the last ends it, the others follow each other. */
function hasPieces(name: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.endsWith(last) && name.length - last.length >= at;
}
