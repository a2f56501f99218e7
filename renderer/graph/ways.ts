/** The ways between the states of a machine, as they are drawn and listed. Pure. */
import type { StateGraph } from '../../core/api/index.ts';

/** All ways of one kind from a state to another: one line. */
export interface Way {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly onError: boolean;
  /** Conditions or error types, whole. */
  readonly words: readonly string[];
  readonly label: string;
}

/** More states than this are only listed: nobody reads such a picture. */
export const mostDrawnStates = 300;

const longestLabel = 48;

/** One line for every pair of states and kind of way, in the order of the machine. */
export function waysOf({ edges }: Pick<StateGraph, 'edges'>): readonly Way[] {
  const ways = new Map<string, { from: string; to: string; onError: boolean; words: string[] }>();
  for (const { from, to, condition, onError } of edges) {
    const id = wayId(from, to, onError !== null);
    const way = ways.get(id) ?? { from, to, onError: onError !== null, words: [] };
    const words = onError ?? condition;
    if (words !== null) way.words.push(words);
    ways.set(id, way);
  }
  return [...ways].map(([id, way]) => ({ id, ...way, label: labelOf(way) }));
}

/** The same for a way of the machine and for the record of a run that took it. */
export function wayId(from: string, to: string, onError: boolean): string {
  return JSON.stringify([from, to, onError]);
}

function labelOf({ words, onError }: { readonly words: readonly string[]; readonly onError: boolean }): string {
  if (words.length === 0) return onError ? 'error' : '';
  const text = onError ? `error ${words.join(', ')}` : words.join(' or ');
  return text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1)}…`;
}
