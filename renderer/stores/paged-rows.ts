import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationInput, OperationOutput, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { useLedgerStatus } from './ledger-status.ts';

type PagedName = 'gates.list' | 'work.list' | 'debates.list' | 'runs.list';
type Row<N extends PagedName> = OperationOutput<N>['rows'][number];

interface PagedState<T> {
  readonly key: string;
  readonly rows: readonly T[];
  readonly total: number;
  readonly next: string | null;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly problem: Problem | null;
}

export interface PagedRows<T> extends PagedState<T> {
  /** Reads the next page, if there is one and none is on its way. */
  readonly more: () => void;
}

const pageSize = 500;

/**
 * The rows of a list, page after page in the host's order. After a change of the ledger as many rows as before are read
 * again, and the old ones stay on screen until then. Reads `eager` rows by itself, the others when `more` is called.
 */
export function usePagedRows<N extends PagedName>(
  name: N,
  filter: OperationInput<N>,
  eager: number,
): PagedRows<Row<N>> {
  const version = useLedgerStatus((store) => store.version);
  const key = JSON.stringify(filter);
  const empty: PagedState<Row<N>> = { key, rows: [], total: 0, next: null, state: 'loading', problem: null };
  const [paged, setPaged] = useState(empty);
  const current = useRef({ key: '', wanted: eager, run: 0 });

  const load = useCallback(
    async (known: readonly Row<N>[], from: string | null, wanted: number, run: number) => {
      let rows = known;
      let next = from;
      do {
        const input = { ...JSON.parse(key), cursor: next, limit: pageSize } as OperationInput<N>;
        const page = await request(name, input);
        if (current.current.run !== run) return;
        if (!page.ok) {
          setPaged((before) => ({ ...before, key, state: 'failed', problem: page.problem }));
          return;
        }
        rows = [...rows, ...(page.value.rows as Row<N>[])];
        next = page.value.next;
        const { total } = page.value;
        if (rows.length >= wanted || next === null) {
          setPaged({ key, rows, total, next, state: 'ready', problem: null });
        }
      } while (next !== null && rows.length < wanted);
    },
    [key, name],
  );

  useEffect(() => {
    // A new version means that the ledger may have changed: read the same rows again.
    const sameList = current.current.key === key && version >= 0;
    const wanted = sameList ? current.current.wanted : eager;
    current.current = { key, wanted, run: current.current.run + 1 };
    void load([], null, wanted, current.current.run);
  }, [key, version, eager, load]);

  const more = useCallback(() => {
    if (paged.key !== key || paged.next === null || paged.state !== 'ready') return;
    const wanted = paged.rows.length + pageSize;
    current.current = { key, wanted, run: current.current.run + 1 };
    setPaged((before) => ({ ...before, state: 'loading' }));
    void load(paged.rows, paged.next, wanted, current.current.run);
  }, [paged, key, load]);

  return { ...(paged.key === key || paged.rows.length > 0 ? paged : empty), more };
}
