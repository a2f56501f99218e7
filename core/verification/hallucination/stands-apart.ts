const wordPart = /[\p{L}\p{N}_$]/u;

/** Whether a word stands by itself somewhere in a text in a place that is not `isIgnored`. */
export function standsApart(
  text: string,
  word: string,
  isIgnored: (text: string, start: number, end: number) => boolean,
): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isWhole = !wordPart.test(text[at - 1] ?? '') && !wordPart.test(text[end] ?? '');
    if (isWhole && !isIgnored(text, at, end)) return true;
  }
  return false;
}
