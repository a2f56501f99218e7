/** A reader for Common Lisp sources: forms with their lines, nothing evaluated. */
import { Cursor, ReadError } from './cursor.ts';
import { hasFeature } from './features.ts';
import type { Form, LispAtom, LispList, LispSymbol } from './forms.ts';
import { readCharacter, readInterpolated, readString, readToken, terminating } from './tokens.ts';

export interface LispSource {
  readonly forms: readonly Form[];
  /** What `#+` and `#-` give to other implementations at the top. */
  readonly hidden: readonly Form[];
  readonly error: { readonly line: number; readonly message: string } | null;
}

/** Reads every form of a source. The first thing that cannot be read ends it and is the error. */
export function readLisp(text: string): LispSource {
  const reader = new LispReader(text);
  const forms: Form[] = [];
  try {
    for (let form = reader.next(); form !== null; form = reader.next()) forms.push(form);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { forms, hidden: reader.hidden, error: { line: error.line, message: error.message } };
  }
  return { forms, hidden: reader.hidden, error: null };
}

class LispReader {
  readonly #cursor: Cursor;
  #hidden: Form[] = [];

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  /** The next form at the top; null at the end. */
  next(): Form | null {
    const form = this.#form();
    if (form === 'close') throw new ReadError(this.#cursor.line, 'there is a ) too many');
    return form;
  }

  get hidden(): readonly Form[] {
    return this.#hidden;
  }

  #form(): Form | 'close' | null {
    this.#cursor.skipBlank();
    if (this.#cursor.isAtEnd) return null;
    const line = this.#cursor.line;
    switch (this.#cursor.peek()) {
      case '(':
        this.#cursor.take();
        return this.#list(line);
      case ')':
        this.#cursor.take();
        return 'close';
      case "'":
        this.#cursor.take();
        return this.#wrapped('quote', line);
      case '`':
        this.#cursor.take();
        return this.#wrapped('quasiquote', line);
      case ',':
        this.#cursor.take();
        if (this.#cursor.peek() === '@' || this.#cursor.peek() === '.') this.#cursor.take();
        return this.#wrapped('unquote', line);
      case '"':
        this.#cursor.take();
        return readString(this.#cursor, line);
      case '#':
        return this.#dispatch(line);
      default:
        return readToken(this.#cursor, line);
    }
  }

  #list(line: number): LispList {
    const items: Form[] = [];
    const outer = this.#hidden;
    this.#hidden = [];
    for (;;) {
      const item = this.#form();
      if (item === null) throw new ReadError(line, 'a ( is not closed');
      if (item === 'close') break;
      items.push(item);
    }
    const hidden = this.#hidden;
    this.#hidden = outer;
    const list = { kind: 'list', items, line, endLine: this.#cursor.line } as const;
    return hidden.length === 0 ? list : { ...list, hidden };
  }

  #required(line: number): Form {
    const form = this.#form();
    if (form === null || form === 'close') throw new ReadError(line, 'a form is missing');
    return form;
  }

  /** Quotation as a list whose head no source can write, so that it is never taken for a call. */
  #wrapped(name: string, line: number): LispList {
    const form = this.#required(line);
    const head: LispSymbol = { kind: 'symbol', name, package: '#', line, endLine: line };
    return { kind: 'list', items: [head, form], line, endLine: form.endLine };
  }

  #dispatch(line: number): Form | 'close' | null {
    this.#cursor.take();
    let digits = '';
    while (/\d/.test(this.#cursor.peek())) digits += this.#cursor.take();
    const character = this.#cursor.take().toLowerCase();
    switch (character) {
      case "'":
        return this.#wrapped('function', line);
      case '(':
        return this.#wrappedList(line);
      case '\\':
      case '/':
        return readCharacter(this.#cursor, line, character === '/');
      case '+':
      case '-': {
        const wanted = hasFeature(this.#required(line)) === (character === '+');
        if (wanted) return this.#form();
        this.#hidden.push(this.#required(line));
        return this.#form();
      }
      case ':': {
        const symbol = readToken(this.#cursor, line);
        return symbol.kind === 'symbol' ? { ...symbol, package: '#' } : symbol;
      }
      case '=':
        return this.#form();
      case '.':
        return this.#wrapped('read-eval', line);
      case '"':
        return readString(this.#cursor, line);
      case '?':
        return readInterpolated(this.#cursor, line);
      case 'p':
      case 's':
      case 'c':
      case 'a': {
        const form = this.#required(line);
        return { kind: 'other', text: `#${character}`, line, endLine: form.endLine };
      }
      default: {
        while (!this.#cursor.isAtEnd && !terminating.test(this.#cursor.peek())) this.#cursor.take();
        return { kind: 'other', text: `#${digits}${character}`, line, endLine: this.#cursor.line };
      }
    }
  }

  #wrappedList(line: number): LispAtom {
    const list = this.#list(line);
    return { kind: 'other', text: '#()', line, endLine: list.endLine };
  }
}
