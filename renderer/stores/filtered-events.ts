import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationInput, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { type EventList, type EventPages, keepPage, pageSize, pagesOf, rowAt } from './event-pages.ts';
import { useLedgerStatus } from './ledger-status.ts';

export type EventFilter = NonNullable<OperationInput<'ledger.events'>['filter']>;

interface Loaded {
  readonly key: string;
  readonly pages: EventPages;
  /** The cursor with which each page begins, as far as they are known. */
  readonly cursors: readonly (string | null)[];
  readonly total: number | null;
  readonly complete: boolean;
  readonly problem: Problem | null;
}

/** The events that fit a filter, newest first. Pages follow each other; null asks nothing. */
export function useFilteredEvents(filter: EventFilter | null): EventList {
  const version = useLedgerStatus((store) => store.version);
  const question = filter === null ? null : JSON.stringify(filter);
  const key = `${version} ${question}`;
  const [loaded, setLoaded] = useState(() => nothing(key));
  const now = loaded.key === key ? loaded : nothing(key);
  const live = useRef({ key, asked: new Set<number>() });
  if (live.current.key !== key) live.current = { key, asked: new Set() };

  const fetchPage = useCallback(
    async (page: number, cursor: string | null) => {
      if (question === null || live.current.asked.has(page)) return;
      const { asked } = live.current;
      asked.add(page);
      const input = { filter: JSON.parse(question) as EventFilter, cursor, limit: pageSize };
      const result = await request('ledger.events', input);
      asked.delete(page);
      if (live.current.key !== key) return;
      setLoaded((before) => {
        const base = before.key === key ? before : nothing(key);
        if (!result.ok) return { ...base, problem: result.problem };
        const { rows, next, total } = result.value;
        const cursors = [...base.cursors];
        if (next !== null) cursors[page + 1] = next;
        const complete = base.complete || next === null;
        return { key, pages: keepPage(base.pages, page, rows), cursors, total, complete, problem: null };
      });
    },
    [key, question],
  );

  const look = useCallback(
    (first: number, last: number) => {
      for (const page of pagesOf(first, last)) {
        const cursor = now.cursors[page];
        if (!now.pages.has(page) && cursor !== undefined) void fetchPage(page, cursor);
      }
    },
    [now.pages, now.cursors, fetchPage],
  );
  useEffect(() => {
    if (question !== null) void fetchPage(0, null);
  }, [question, fetchPage]);

  // One row more than is known, so that scrolling to it asks for the next page.
  const reachable = now.complete ? (now.total ?? 0) : (now.cursors.length - 1) * pageSize + 1;
  return {
    count: now.total === null ? 0 : Math.min(reachable, now.total),
    total: now.total,
    problem: now.problem,
    row: (index) => rowAt(now.pages, index),
    seqAt: (index) => rowAt(now.pages, index)?.seq,
    indexOf: (seq) => placeOf(now.pages, seq),
    look,
  };
}

function nothing(key: string): Loaded {
  return { key, pages: new Map(), cursors: [null], total: null, complete: false, problem: null };
}

function placeOf(pages: EventPages, seq: number): number {
  for (const [page, rows] of pages) {
    const index = rows.findIndex((row) => row.seq === seq);
    if (index !== -1) return page * pageSize + index;
  }
  return -1;
}
