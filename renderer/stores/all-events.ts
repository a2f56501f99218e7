import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { type EventList, type EventPages, keepPage, pageSize, pagesOf, rowAt } from './event-pages.ts';
import { useLedgerStatus } from './ledger-status.ts';
import { readyValue } from './loadable.ts';

interface Loaded {
  readonly path: string | null;
  readonly pages: EventPages;
  readonly problem: Problem | null;
}

/**
 * Every event of the ledger, newest first. The place of an event is its seq, so any part can be entered at once, and
 * pages stay right while the ledger grows: events never change.
 */
export function useAllEvents(): EventList {
  const status = readyValue(useLedgerStatus((store) => store.status));
  const size = status?.events ?? 0;
  const path = status?.path ?? null;
  const [loaded, setLoaded] = useState<Loaded>({ path, pages: new Map(), problem: null });
  const pages: EventPages = loaded.path === path ? loaded.pages : noPages;
  const asked = useRef(new Set<string>());
  const screen = useRef<readonly [number, number]>([0, 0]);

  const fetchPage = useCallback(
    async (page: number) => {
      const question = `${path} ${page} ${size}`;
      if (asked.current.has(question)) return;
      asked.current.add(question);
      const cursor = page === 0 ? null : `${page * pageSize - 1}`;
      const result = await request('ledger.events', { cursor, limit: pageSize, direction: 'ascending' });
      asked.current.delete(question);
      setLoaded((before) => {
        const known = before.path === path ? before.pages : noPages;
        if (!result.ok) return { path, pages: known, problem: result.problem };
        return { path, pages: keepPage(known, page, result.value.rows), problem: null };
      });
    },
    [path, size],
  );

  const look = useCallback(
    (first: number, last: number) => {
      screen.current = [first, last];
      if (size === 0) return;
      for (const page of pagesOf(size - 1 - last, size - 1 - first)) {
        const whole = Math.min(pageSize, size - page * pageSize);
        if ((pages.get(page)?.length ?? 0) < whole) void fetchPage(page);
      }
    },
    [pages, size, fetchPage],
  );
  useEffect(() => look(...screen.current), [look]);

  return {
    count: size,
    total: status === null ? null : size,
    problem: loaded.problem,
    row: (index) => rowAt(pages, size - 1 - index),
    seqAt: (index) => (index >= 0 && index < size ? size - 1 - index : undefined),
    indexOf: (seq) => (seq < size ? size - 1 - seq : -1),
    look,
  };
}

const noPages: EventPages = new Map();
