import type { Grammar } from '../grammar.ts';
import { cGaps } from './c.ts';
import { cppGaps } from './cpp.ts';
import { csharpGaps } from './csharp.ts';
import { branchReadings } from './csharp-branches.ts';
import type { Gap } from './gap.ts';
import { goGaps } from './go.ts';
import { javaGaps } from './java.ts';
import { rustGaps } from './rust.ts';

export const gapsOf: Readonly<Record<Grammar, readonly Gap[]>> = {
  c: cGaps,
  cpp: cppGaps,
  csharp: csharpGaps,
  go: goGaps,
  java: javaGaps,
  rust: rustGaps,
  // Both have a parser of their own that decides.
  python: [],
  ruby: [],
};

/** What to read instead of a source, with the same lines; the source is right when all of them are. */
export interface ClosedSource {
  readonly texts: readonly string[];
  /** A construct whose replacement is right in more places than it is; null: there is none. */
  readonly loose: string | null;
}

/** Looking for gaps takes time that grows with the square of a hostile source; what people write is shorter. */
const longestSource = 256 * 1024;

/** A source with the gaps of its grammar closed: first those that lose nothing, then those that are loose as well. */
export function closeGaps(grammar: Grammar, source: string): readonly ClosedSource[] {
  const known = source.length > longestSource ? [] : gapsOf[grammar];
  const { text: exact } = replaced(
    source,
    known.filter(({ isLoose }) => isLoose !== true),
  );
  const found: ClosedSource[] = exact === source ? [] : [{ texts: [exact], loose: null }];
  const { text, first } = replaced(
    exact,
    known.filter(({ isLoose }) => isLoose === true),
  );
  if (first !== null) found.push({ texts: [text], loose: first });
  const branches = grammar === 'csharp' && known.length > 0 ? branchReadings(exact) : null;
  if (branches !== null) found.push({ texts: branches, loose: 'conditions around parts of a construct' });
  return found;
}

function replaced(source: string, gaps: readonly Gap[]): { readonly text: string; readonly first: string | null } {
  let text = source;
  let first: string | null = null;
  for (const { construct, pattern, readAs } of gaps) {
    const closed = typeof readAs === 'string' ? text.replaceAll(pattern, readAs) : text.replaceAll(pattern, readAs);
    if (closed !== text) first ??= construct;
    text = closed;
  }
  return { text, first };
}
