import { designator } from '../../languages/common-lisp/definitions.ts';
import { type Form, isQuotation, operatorOf } from '../../languages/common-lisp/reader.ts';
import { itemsOf } from './evaluated.ts';

const makers: ReadonlySet<string> = new Set([
  'intern',
  'read-from-string',
  'symbolicate',
  'format-symbol',
  'ensure-symbol',
  'intern*',
]);

/** What names look like that a source makes from strings: `(intern (format nil "MAKE-~A" name))` gives `make-.*`. */
export function madePatterns(forms: readonly Form[], ownMakers: ReadonlySet<string>): readonly string[] {
  return forms.flatMap((form) => {
    if (form.kind !== 'list') return [];
    const operator = operatorOf(form) ?? '';
    const own = patternsOf(operator, form.items.slice(1), ownMakers);
    return [...own.filter((pattern) => /[^.*]/.test(pattern)), ...madePatterns(form.items, ownMakers)];
  });
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
  return parts
    .map(textOf)
    .join('')
    .replaceAll(/(\.\*)+/g, '.*');
}

function textOf(part: Form): string {
  if (part.kind === 'string') return literal(part.text);
  if (part.kind === 'symbol' && part.package !== null) return literal(part.name);
  if (part.kind !== 'list') return '.*';
  if (isQuotation(part, 'quote')) return literal(designator(part) ?? '');
  switch (operatorOf(part)) {
    case 'format':
      return formatted(part.items[2], part.items.slice(3));
    case 'with-standard-io-syntax':
      return joined(part.items.slice(-1));
    case 'concatenate':
      return joined(part.items.slice(2));
    case 'string-upcase':
    case 'string':
      return joined(part.items.slice(1, 2));
    default:
      return '.*';
  }
}

/** A control string with its arguments in the places of `~A`. */
function formatted(control: Form | undefined, given: readonly Form[]): string {
  const parts = control?.kind === 'string' ? literal(control.text).split('.*') : ['', ''];
  return parts.map((part, at) => (at === 0 ? part : `${textOfArgument(given[at - 1])}${part}`)).join('');
}

function textOfArgument(argument: Form | undefined): string {
  return argument === undefined ? '.*' : textOf(argument);
}

/** What stands in a name as it is; directives of `format` stand for anything. */
function literal(text: string): string {
  const exactly = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return text
    .toLowerCase()
    .replaceAll(/~[\d,:@]*[()%]/g, '')
    .split(/~[\d,:@]*[a-z]/)
    .map(exactly)
    .join('.*');
}

/**
 * Whether a name fits a pattern. One without letters, `.*-.*`, joins names: then the first part has to be a function and the
 * other a symbol that exists.
 */
export function fitsPattern(
  name: string,
  pattern: string,
  isFunction: (name: string) => boolean,
  isSymbol: (name: string) => boolean,
): boolean {
  const fixed = pattern.replaceAll('.*', '');
  if (/\w{2}/.test(fixed)) return new RegExp(`^${pattern}$`).test(name);
  const places = [...name].flatMap((letter, at) => (letter === fixed ? [at] : []));
  return places.some((at) => isFunction(name.slice(0, at)) && isSymbol(name.slice(at + 1)));
}
