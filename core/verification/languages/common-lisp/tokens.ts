/** The parts of a Common Lisp source that are no lists. `line` is where each begins. */
import { type Cursor, ReadError } from './cursor.ts';
import type { LispAtom, LispSymbol } from './forms.ts';

/** Characters that end a token. */
export const terminating = /[\s()'"`,;]/;

/** A string whose opening character is passed already. */
export function readString(cursor: Cursor, line: number, closing = '"'): LispAtom {
  let text = '';
  for (;;) {
    if (cursor.isAtEnd) throw new ReadError(line, 'a string is not closed');
    const character = cursor.take();
    if (character === closing) return { kind: 'string', text, line, endLine: cursor.line };
    text += character === '\\' ? cursor.take() : character;
  }
}

/** A string of cl-interpol: `#?"…"`, `#?|…|`, `#?{…}` with brackets of its kind inside. */
export function readInterpolated(cursor: Cursor, line: number): LispAtom {
  if (cursor.peek() === 'r') cursor.take();
  const opening = cursor.peek();
  const closing = { '(': ')', '[': ']', '{': '}', '<': '>' }[opening];
  if (closing === undefined) {
    cursor.take();
    return readString(cursor, line, opening);
  }
  const start = cursor.at;
  let depth = 0;
  do {
    if (cursor.isAtEnd) throw new ReadError(line, 'a string is not closed');
    const character = cursor.take();
    if (character === '\\') cursor.take();
    else if (character === opening) depth += 1;
    else if (character === closing) depth -= 1;
  } while (depth > 0);
  return { kind: 'string', text: cursor.between(start + 1, cursor.at - 1), line, endLine: cursor.line };
}

/** A character after `#\`, or after `#/` as CXML writes it, where `\` escapes. */
export function readCharacter(cursor: Cursor, line: number, isEscaped: boolean): LispAtom {
  let text = cursor.take();
  if (isEscaped && text === '\\') text = cursor.take();
  while (!cursor.isAtEnd && !terminating.test(cursor.peek())) text += cursor.take();
  return { kind: 'other', text, line, endLine: line };
}

/** A symbol, with its package and without its escapes, or a number. */
export function readToken(cursor: Cursor, line: number): LispSymbol | LispAtom {
  let name = '';
  let prefix: string | null = null;
  let escaped = false;
  while (!cursor.isAtEnd && !terminating.test(cursor.peek())) {
    const character = cursor.take();
    if (character === '\\') {
      name += cursor.take();
      escaped = true;
    } else if (character === '|') {
      escaped = true;
      while (cursor.peek() !== '|') {
        if (cursor.isAtEnd) throw new ReadError(line, 'a | is not closed');
        name += cursor.take();
      }
      cursor.take();
    } else if (character === ':' && prefix === null) {
      prefix = name;
      name = '';
      if (cursor.peek() === ':') cursor.take();
    } else name += character.toLowerCase();
  }
  if (!escaped && prefix === null && isNumber(name)) return { kind: 'number', text: name, line, endLine: line };
  return { kind: 'symbol', name, package: prefix, line, endLine: line };
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?|\d+\/\d+|\d*\.\d+([esfdl][+-]?\d+)?|\d+(\.\d*)?[esfdl][+-]?\d+)$/.test(text);
}
