/**
 * A construct that a language has and its grammar refuses, with another that the grammar reads in its place. It is only
 * looked for in sources that the grammar refuses.
 */
export interface Gap {
  /** For people, as it stands behind "uses". */
  readonly construct: string;
  /** Where it stands; it may also match inside strings and comments, where what it is read as changes nothing. */
  readonly pattern: RegExp;
  /** What the grammar is given instead: on the same lines, and right exactly where the construct is right. */
  readonly readAs: string | ((match: string, ...groups: readonly string[]) => string);
  /** True: what is read instead is right in more places, so a source that is read by it stays open. */
  readonly isLoose?: true;
}

/** Blanks instead of a match, its lines kept. */
export function blank(match: string): string {
  return match.replaceAll(/[^\n]/g, ' ');
}
