/** What stands in the number column. Real line numbers; a gap between hunks has none. Pure. */
export function numberOfLine(realLines: readonly number[], index: number): string {
  const real = realLines[index - 1];
  if (real === undefined) return `${index}`;
  return real === 0 ? '⋯' : `${real}`;
}
