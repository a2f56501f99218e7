import { fail, ok, type Result } from '../../problem/index.ts';
import type { TextPosition } from './syntax.ts';

export type Token = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'symbol'; readonly value: string }
  | { readonly kind: 'end' }
);

const numberPattern = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const namePattern = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const spacePattern = /\s+/y;
const symbols = ['==', '!=', '<=', '>=', '<', '>', '+', '-', '*', '/', '%', '(', ')', '[', ']', '.'];
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '/': '/',
  '"': '"',
  "'": "'",
};

/** Line and column of an offset. */
export function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Problem `expression-syntax`, with `line:column` as place (X4). */
export function syntaxError(text: string, offset: number, message: string): Result<never> {
  const { line, column } = positionOf(text, offset);
  return fail('expression-syntax', message, `${line}:${column}`);
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Splits a `simple` expression into tokens; the last one is `end`. */
export function tokenize(text: string): Result<readonly Token[]> {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = match(spacePattern, text, at);
    if (space !== null) {
      at += space.length;
      continue;
    }
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const literal = readText(text, at, quote);
      if (!literal.ok) return literal;
      tokens.push({ kind: 'text', at, value: literal.value.value });
      at = literal.value.end;
      continue;
    }
    const digits = match(numberPattern, text, at);
    if (digits !== null) {
      const value = Number(digits);
      if (!Number.isFinite(value)) return syntaxError(text, at, `The number ${digits} is too large`);
      if (match(namePattern, text, at + digits.length) !== null) {
        return syntaxError(text, at + digits.length, 'A name cannot follow a number directly');
      }
      tokens.push({ kind: 'number', at, value });
      at += digits.length;
      continue;
    }
    const name = match(namePattern, text, at);
    if (name !== null) {
      tokens.push({ kind: 'name', at, value: name });
      at += name.length;
      continue;
    }
    const symbol = symbols.find((candidate) => text.startsWith(candidate, at));
    if (symbol === undefined) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      return syntaxError(text, at, `${JSON.stringify(character)} has no meaning in an expression`);
    }
    tokens.push({ kind: 'symbol', at, value: symbol });
    at += symbol.length;
  }
  tokens.push({ kind: 'end', at });
  return ok(tokens);
}

function readText(text: string, start: number, quote: string): Result<{ value: string; end: number }> {
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === quote) return ok({ value, end: at + 1 });
    if (character !== '\\') {
      value += character;
      at += 1;
      continue;
    }
    const code = text[at + 1] ?? '';
    const hex = code === 'u' ? match(/[0-9a-fA-F]{4}/y, text, at + 2) : null;
    if (hex !== null) {
      value += String.fromCharCode(Number.parseInt(hex, 16));
      at += 6;
      continue;
    }
    const plain = Object.hasOwn(escapes, code) ? escapes[code] : undefined;
    if (plain === undefined) return syntaxError(text, at, `The escape \\${code} is not known`);
    value += plain;
    at += 2;
  }
  return syntaxError(text, start, 'The text has no closing quote');
}
