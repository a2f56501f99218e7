/** Turns offsets in a text into 1-based lines and columns. */
export class Places {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** The line of an offset in UTF-16 units, from 1; an offset behind the text is in the last one. */
  line(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** The column of an offset in its line, in UTF-16 units from 1. */
  column(offset: number): number {
    return offset - (this.#starts[this.line(offset) - 1] ?? 0) + 1;
  }
}
