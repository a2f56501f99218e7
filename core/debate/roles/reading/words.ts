const small = new Set([
  'the',
  'of',
  'and',
  'in',
  'for',
  'a',
  'an',
  'to',
  'on',
  'at',
  'by',
  'from',
  'is',
  'was',
  'were',
]);

/** The words of a name that carry meaning, in lower case, plural and singular alike. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(words.filter((word) => !small.has(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')));
}

/** A name in one form, for comparing names that mean the same: words in order, nothing else. */
export function normalName(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Share of the fewer words that both names have, 0 to 1; 1 when one of them has no words. */
export function overlap(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const least = Math.min(first.size, second.size);
  if (least === 0) return 1;
  return [...first].filter((word) => second.has(word)).length / least;
}
