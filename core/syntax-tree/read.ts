import type { SgNode } from '@ast-grep/napi';
import { closeGaps } from './gaps/close.ts';
import type { Grammar } from './grammar.ts';
import { parseTree, type TreeError, treeErrors } from './parse.ts';
import { rubySyntaxErrors } from './prism.ts';

/** A source as its grammar reads it. */
export interface TreeReading {
  readonly root: SgNode;
  /** Empty: the source parses. */
  readonly errors: readonly TreeError[];
  /** What the source has that the grammar does not know, so that nobody can say whether it parses; null: nothing. */
  readonly unknown: string | null;
  /** False: the source parses, and the tree has holes where the grammar does not know it. */
  readonly isWhole: boolean;
}

/**
 * Reads a source. What its grammar refuses is read once more with the known gaps of the grammar closed: the tree is then
 * that of the second reading, which has the same lines. A source with an error beside the gap keeps its error. Whether Ruby
 * is right its own parser says.
 */
export function readTree(grammar: Grammar, source: string): TreeReading {
  const root = parseTree(grammar, source);
  const errors = treeErrors(root, source);
  const own = grammar === 'ruby' ? rubySyntaxErrors(source) : null;
  if (own !== null) return { root, errors: own, unknown: null, isWhole: errors.length === 0 };
  if (errors.length === 0) return { root, errors, unknown: null, isWhole: true };
  let best: TreeReading = { root, errors, unknown: null, isWhole: false };
  for (const { texts, loose } of closeGaps(grammar, source)) {
    const readings = texts.map((text) => readAgain(grammar, text, source));
    const refused = readings.find((reading) => reading.errors.length > 0);
    const [first] = readings;
    if (refused === undefined && first !== undefined) return { ...first, unknown: loose };
    if (loose === null && refused !== undefined) best = refused;
  }
  return best;
}

function readAgain(grammar: Grammar, text: string, source: string): TreeReading {
  const root = parseTree(grammar, text);
  const errors = treeErrors(root, source);
  return { root, errors, unknown: null, isWhole: errors.length === 0 };
}
