/** A reader for Common Lisp sources: forms with their lines, nothing evaluated. */

export type Form = LispSymbol | LispList | LispAtom;

export interface LispSymbol {
  readonly kind: 'symbol';
  /** Folded to small letters unless written between bars. */
  readonly name: string;
  /** The package prefix; `''` for keywords; null without one; `#` when uninterned. */
  readonly package: string | null;
  readonly line: number;
  readonly endLine: number;
}

export interface LispList {
  readonly kind: 'list';
  readonly items: readonly Form[];
  /** What `#+` and `#-` give to other implementations here. */
  readonly hidden?: readonly Form[];
  readonly line: number;
  readonly endLine: number;
}

/** Strings, numbers, characters and everything else that stands for itself. */
export interface LispAtom {
  readonly kind: 'string' | 'number' | 'other';
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

export interface LispSource {
  readonly forms: readonly Form[];
  /** What `#+` and `#-` give to other implementations at the top. */
  readonly hidden: readonly Form[];
  readonly error: { readonly line: number; readonly message: string } | null;
}

/** What `#+` sees: a usual free implementation on a usual system. */
const features: ReadonlySet<string> = new Set([
  'sbcl',
  'ansi-cl',
  'common-lisp',
  'unix',
  'linux',
  'x86-64',
  '64-bit',
  'sb-thread',
  'sb-unicode',
  'ieee-floating-point',
  'little-endian',
  'asdf',
  'asdf3',
  'quicklisp',
]);

class ReadError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
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

const terminating = /[\s()'"`,;]/;

class LispReader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #hidden: Form[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The next form at the top; null at the end. */
  next(): Form | null {
    const form = this.#form();
    if (form === 'close') throw new ReadError(this.#line, 'there is a ) too many');
    return form;
  }

  get hidden(): readonly Form[] {
    return this.#hidden;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(): string {
    const character = this.#peek();
    this.#at += 1;
    if (character === '\n') this.#line += 1;
    return character;
  }

  #skipBlank(): void {
    for (;;) {
      const character = this.#peek();
      if (character === ';') while (this.#peek() !== '\n' && this.#at < this.#text.length) this.#take();
      else if (character === '#' && this.#text[this.#at + 1] === '|') this.#skipBlockComment();
      else if (character !== '' && /\s/.test(character)) this.#take();
      else return;
    }
  }

  #skipBlockComment(): void {
    const start = this.#line;
    let depth = 0;
    do {
      if (this.#at >= this.#text.length) throw new ReadError(start, 'a block comment is not closed');
      const pair = this.#text.slice(this.#at, this.#at + 2);
      if (pair === '#|' || pair === '|#') {
        depth += pair === '#|' ? 1 : -1;
        this.#take();
      }
      this.#take();
    } while (depth > 0);
  }

  #form(): Form | 'close' | null {
    this.#skipBlank();
    if (this.#at >= this.#text.length) return null;
    const line = this.#line;
    switch (this.#peek()) {
      case '(':
        this.#take();
        return this.#list(line);
      case ')':
        this.#take();
        return 'close';
      case "'":
        this.#take();
        return this.#wrapped('quote', line);
      case '`':
        this.#take();
        return this.#wrapped('quasiquote', line);
      case ',':
        this.#take();
        if (this.#peek() === '@' || this.#peek() === '.') this.#take();
        return this.#wrapped('unquote', line);
      case '"':
        return this.#string(line);
      case '#':
        return this.#dispatch(line);
      default:
        return this.#token(line);
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
    const list = { kind: 'list', items, line, endLine: this.#line } as const;
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

  #string(line: number, closing = '"'): LispAtom {
    this.#take();
    let text = '';
    for (;;) {
      if (this.#at >= this.#text.length) throw new ReadError(line, 'a string is not closed');
      const character = this.#take();
      if (character === closing) return { kind: 'string', text, line, endLine: this.#line };
      text += character === '\\' ? this.#take() : character;
    }
  }

  /** A string of cl-interpol: `#?"…"`, `#?|…|`, `#?{…}` with brackets of its kind inside. */
  #interpolated(line: number): LispAtom {
    if (this.#peek() === 'r') this.#take();
    const opening = this.#peek();
    const closing = { '(': ')', '[': ']', '{': '}', '<': '>' }[opening];
    if (closing === undefined) return this.#string(line, opening);
    const start = this.#at;
    let depth = 0;
    do {
      if (this.#at >= this.#text.length) throw new ReadError(line, 'a string is not closed');
      const character = this.#take();
      if (character === '\\') this.#take();
      else if (character === opening) depth += 1;
      else if (character === closing) depth -= 1;
    } while (depth > 0);
    return { kind: 'string', text: this.#text.slice(start + 1, this.#at - 1), line, endLine: this.#line };
  }

  /** A character after `#\`, or after `#/` as CXML writes it, where `\` escapes. */
  #character(line: number, isEscaped: boolean): LispAtom {
    let text = this.#take();
    if (isEscaped && text === '\\') text = this.#take();
    while (this.#at < this.#text.length && !terminating.test(this.#peek())) text += this.#take();
    return { kind: 'other', text, line, endLine: line };
  }

  #dispatch(line: number): Form | 'close' | null {
    this.#take();
    let digits = '';
    while (/\d/.test(this.#peek())) digits += this.#take();
    const character = this.#take().toLowerCase();
    switch (character) {
      case "'":
        return this.#wrapped('function', line);
      case '(':
        return this.#wrappedList(line);
      case '\\':
      case '/':
        return this.#character(line, character === '/');
      case '+':
      case '-': {
        const wanted = hasFeature(this.#required(line)) === (character === '+');
        if (wanted) return this.#form();
        this.#hidden.push(this.#required(line));
        return this.#form();
      }
      case ':': {
        const symbol = this.#token(line);
        return symbol.kind === 'symbol' ? { ...symbol, package: '#' } : symbol;
      }
      case '=':
        return this.#form();
      case '.':
        return this.#wrapped('read-eval', line);
      case '"':
        this.#at -= 1;
        return this.#string(line);
      case '?':
        return this.#interpolated(line);
      case 'p':
      case 's':
      case 'c':
      case 'a': {
        const form = this.#required(line);
        return { kind: 'other', text: `#${character}`, line, endLine: form.endLine };
      }
      default: {
        while (this.#at < this.#text.length && !terminating.test(this.#peek())) this.#take();
        return { kind: 'other', text: `#${digits}${character}`, line, endLine: this.#line };
      }
    }
  }

  #wrappedList(line: number): LispAtom {
    const list = this.#list(line);
    return { kind: 'other', text: '#()', line, endLine: list.endLine };
  }

  #token(line: number): LispSymbol | LispAtom {
    let name = '';
    let prefix: string | null = null;
    let escaped = false;
    while (this.#at < this.#text.length && !terminating.test(this.#peek())) {
      const character = this.#take();
      if (character === '\\') {
        name += this.#take();
        escaped = true;
      } else if (character === '|') {
        escaped = true;
        while (this.#peek() !== '|') {
          if (this.#at >= this.#text.length) throw new ReadError(line, 'a | is not closed');
          name += this.#take();
        }
        this.#take();
      } else if (character === ':' && prefix === null) {
        prefix = name;
        name = '';
        if (this.#peek() === ':') this.#take();
      } else name += character.toLowerCase();
    }
    if (!escaped && prefix === null && isNumber(name)) return { kind: 'number', text: name, line, endLine: line };
    return { kind: 'symbol', name, package: prefix, line, endLine: line };
  }
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?|\d+\/\d+|\d*\.\d+([esfdl][+-]?\d+)?|\d+(\.\d*)?[esfdl][+-]?\d+)$/.test(text);
}

function hasFeature(expression: Form): boolean {
  if (expression.kind === 'symbol') return features.has(expression.name);
  if (expression.kind !== 'list') return false;
  const [head, ...rest] = expression.items;
  switch (headName(head)) {
    case 'and':
      return rest.every(hasFeature);
    case 'or':
      return rest.some(hasFeature);
    case 'not':
      return !rest.some(hasFeature);
    default:
      return false;
  }
}

function headName(form: Form | undefined): string | null {
  return form?.kind === 'symbol' ? form.name : null;
}

/** The operator of a form that is a call, as its name; null for anything else. Keywords are no operators. */
export function operatorOf(form: Form): string | null {
  if (form.kind !== 'list') return null;
  const [head] = form.items;
  return head?.kind === 'symbol' && head.package !== '' ? head.name : null;
}

/** True when the list is a quotation made by the reader or by `(quote …)`. */
export function isQuotation(
  form: LispList,
  name: 'quote' | 'quasiquote' | 'unquote' | 'function' | 'read-eval',
): boolean {
  const [head] = form.items;
  return head?.kind === 'symbol' && head.name === name;
}
