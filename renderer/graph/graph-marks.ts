/** What a run did with the graph of its machine: where it is, where it was, which way the chosen step took. Pure. */
import type { Sign, TakenWay } from '../../core/api/index.ts';
import { wayId } from './ways.ts';

export interface GraphMarks {
  /** The state that the run stands in, with its sign and word; null when it stands in none. */
  readonly current: { readonly state: string; readonly sign: Sign; readonly word: string } | null;
  /** The step that is looked at. */
  readonly chosen: { readonly from: string; readonly to: string; readonly onError: boolean } | null;
  readonly taken: readonly TakenWay[];
}

export interface StateMark {
  /** Finished steps that worked on the state. */
  readonly visits: number;
  /** The last of them, or null. */
  readonly lastStep: number | null;
}

/** How often each state was worked on; states that never were are missing. */
export function stateMarks(taken: readonly TakenWay[]): ReadonlyMap<string, StateMark> {
  const marks = new Map<string, StateMark>();
  for (const { from, times, lastStep } of taken) {
    const before = marks.get(from) ?? { visits: 0, lastStep: null };
    marks.set(from, {
      visits: before.visits + times,
      lastStep: Math.max(before.lastStep ?? 0, lastStep),
    });
  }
  return marks;
}

/** How often each way was taken, by `wayId`. */
export function wayMarks(taken: readonly TakenWay[]): ReadonlyMap<string, number> {
  return new Map(taken.map(({ from, to, onError, times }) => [wayId(from, to, onError), times]));
}
