/** What stands in the number column. Real line numbers; a gap between hunks has none. Pure. */
export function numberOfLine(realLines: readonly number[], index: number): string {
  const real = realLines[index - 1];
  // An editor shows one line even for an empty text.
  if (real === undefined) return '';
  return real === 0 ? '⋯' : `${real}`;
}
