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
    const read = readToken(text, at);
    if (!read.ok) return read;
    tokens.push(read.value.token);
    at = read.value.end;
  }
  tokens.push({ kind: 'end', at });
  return ok(tokens);
}

interface ReadToken {
  readonly token: Token;
  /** Where the next one can begin. */
  readonly end: number;
}

function readToken(text: string, at: number): Result<ReadToken> {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const literal = readText(text, at, quote);
    return literal.ok
      ? ok({ token: { kind: 'text', at, value: literal.value.value }, end: literal.value.end })
      : literal;
  }
  const digits = match(numberPattern, text, at);
  if (digits !== null) return readNumber(text, at, digits);
  const name = match(namePattern, text, at);
  if (name !== null) return ok({ token: { kind: 'name', at, value: name }, end: at + name.length });
  const symbol = symbols.find((candidate) => text.startsWith(candidate, at));
  if (symbol !== undefined) return ok({ token: { kind: 'symbol', at, value: symbol }, end: at + symbol.length });
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return syntaxError(text, at, `${JSON.stringify(character)} has no meaning in an expression`);
}

function readNumber(text: string, at: number, digits: string): Result<ReadToken> {
  const value = Number(digits);
  const end = at + digits.length;
  if (!Number.isFinite(value)) return syntaxError(text, at, `The number ${digits} is too large`);
  if (match(namePattern, text, end) !== null) return syntaxError(text, end, 'A name cannot follow a number directly');
  return ok({ token: { kind: 'number', at, value }, end });
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
