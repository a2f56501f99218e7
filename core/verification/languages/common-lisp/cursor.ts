/** What cannot be read, with the 1-based line where it begins. */
export class ReadError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A place in a source that only moves on. */
export class Cursor {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** 1-based. */
  get line(): number {
    return this.#line;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The character here; empty at the end. */
  peek(ahead = 0): string {
    return this.#text[this.#at + ahead] ?? '';
  }

  /** The character here, which is then passed; empty at the end. */
  take(): string {
    const character = this.peek();
    this.#at += 1;
    if (character === '\n') this.#line += 1;
    return character;
  }

  /** What lies between two places. */
  between(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** Passes blanks and comments. Throws a `ReadError` when a comment is not closed. */
  skipBlank(): void {
    for (;;) {
      const character = this.peek();
      if (character === ';') while (this.peek() !== '\n' && !this.isAtEnd) this.take();
      else if (character === '#' && this.peek(1) === '|') this.#skipBlockComment();
      else if (character !== '' && /\s/.test(character)) this.take();
      else return;
    }
  }

  #skipBlockComment(): void {
    const start = this.#line;
    let depth = 0;
    do {
      if (this.isAtEnd) throw new ReadError(start, 'a block comment is not closed');
      const pair = this.#text.slice(this.#at, this.#at + 2);
      if (pair === '#|' || pair === '|#') {
        depth += pair === '#|' ? 1 : -1;
        this.take();
      }
      this.take();
    } while (depth > 0);
  }
}
