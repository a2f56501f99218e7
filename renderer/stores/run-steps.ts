import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem, RunStep } from '../../core/api/index.ts';
import { request } from '../bridge.ts';

const pageSize = 100;
/** 2,000 steps at most are kept, whatever the length of the run. */
const keptPages = 20;

interface Loaded {
  readonly executionId: string;
  readonly pages: ReadonlyMap<number, Page>;
  readonly problem: Problem | null;
}

interface Page {
  readonly rows: ReadonlyMap<number, RunStep>;
  /** Finished steps of the run when it was asked: a page that was not full then is asked again when there are more. */
  readonly finished: number;
}

export interface RunSteps {
  readonly problem: Problem | null;
  /** Undefined while it is on its way; null when the run kept nothing of this step. */
  readonly step: (number: number) => RunStep | null | undefined;
  /** These steps are on screen: fetches what is missing of them. */
  readonly look: (first: number, last: number) => void;
}

/** Whether a page holds all that it can, given how many steps are finished now. Pure. */
export function isWhole(page: number, askedAt: number, finished: number): boolean {
  return askedAt >= Math.min((page + 1) * pageSize, finished);
}

/** The page that a step stands on; 1 is the first step. Pure. */
export function pageOfStep(step: number): number {
  return Math.floor((Math.max(1, step) - 1) / pageSize);
}

/** The steps of a run around the screen. Finished steps never change, so a page is read once it is whole. */
export function useRunSteps(executionId: string, finished: number): RunSteps {
  const empty: Loaded = { executionId, pages: new Map(), problem: null };
  const [loaded, setLoaded] = useState(empty);
  const current = loaded.executionId === executionId ? loaded : empty;
  const state = useRef({ current, finished, asking: new Set<string>(), range: [1, 1] as readonly [number, number] });
  state.current.current = current;
  state.current.finished = finished;

  const fetchPage = useCallback(
    async (page: number) => {
      const { asking } = state.current;
      const askedAt = state.current.finished;
      const key = `${executionId} ${page} ${askedAt}`;
      if (asking.has(key)) return;
      asking.add(key);
      const answer = await request('runs.steps', { executionId, from: page * pageSize + 1, limit: pageSize });
      asking.delete(key);
      setLoaded((before) => {
        const known = before.executionId === executionId ? before.pages : new Map<number, Page>();
        if (!answer.ok) return { executionId, pages: known, problem: answer.problem };
        if ((known.get(page)?.finished ?? -1) > askedAt) return before;
        const next = new Map(known);
        next.delete(page);
        next.set(page, { rows: new Map(answer.value.rows.map((row) => [row.step, row])), finished: askedAt });
        for (const oldest of next.keys()) {
          if (next.size <= keptPages) break;
          next.delete(oldest);
        }
        return { executionId, pages: next, problem: null };
      });
    },
    [executionId],
  );

  const look = useCallback(
    (first: number, last: number) => {
      state.current.range = [first, last];
      const most = state.current.finished;
      if (most === 0) return;
      for (let page = pageOfStep(Math.min(first, most)); page <= pageOfStep(Math.min(last, most)); page += 1) {
        const known = state.current.current.pages.get(page);
        if (known === undefined || !isWhole(page, known.finished, most)) void fetchPage(page);
      }
    },
    [fetchPage],
  );

  useEffect(() => {
    // New steps may stand on the pages that are on screen.
    if (finished > 0) look(...state.current.range);
  }, [finished, look]);

  return {
    problem: current.problem,
    step: (number) => {
      const page = current.pages.get(pageOfStep(number));
      const row = page?.rows.get(number);
      if (row !== undefined) return row;
      return page !== undefined && page.finished >= number ? null : undefined;
    },
    look,
  };
}
