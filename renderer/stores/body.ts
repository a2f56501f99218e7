import { useCallback, useEffect, useRef, useState } from 'react';
import type { BodyReference, OperationOutput, Problem } from '../../core/api/index.ts';
import { request } from '../bridge.ts';

type BodyPage = OperationOutput<'ledger.body'>;

export interface Body {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly text: string;
  readonly totalCharacters: number;
  /** Whether the whole body is here. */
  readonly complete: boolean;
  readonly redacted: BodyPage['redacted'];
  readonly problem: Problem | null;
  /** Reads everything that is still missing. */
  readonly loadAll: () => void;
}

const nothing = {
  state: 'loading',
  text: '',
  totalCharacters: 0,
  complete: false,
  redacted: null,
  problem: null,
} as const;

/** Bodies up to this many characters are read whole at once; of longer ones, the rest is asked for. */
const eagerCharacters = 2_000_000;

/** The body behind a reference, fetched when it is looked at. */
export function useBody(reference: Pick<BodyReference, 'seq' | 'name'>): Body {
  const { seq, name } = reference;
  const [body, setBody] = useState<Omit<Body, 'loadAll'>>(nothing);
  const run = useRef(0);
  const next = useRef<number | null>(0);

  const load = useCallback(
    async (limit: number) => {
      run.current += 1;
      const own = run.current;
      while (next.current !== null) {
        const page = await request('ledger.body', { seq, name, offset: next.current });
        if (run.current !== own) return;
        if (!page.ok) {
          setBody((before) => ({ ...before, state: 'failed', problem: page.problem }));
          return;
        }
        const { text, totalCharacters, nextOffset, redacted } = page.value;
        next.current = nextOffset;
        setBody((before) => ({
          state: 'ready',
          text: before.text + text,
          totalCharacters,
          complete: nextOffset === null,
          redacted,
          problem: null,
        }));
        if (nextOffset !== null && nextOffset >= limit) return;
      }
    },
    [seq, name],
  );

  useEffect(() => {
    next.current = 0;
    setBody(nothing);
    void load(eagerCharacters);
    return () => {
      run.current += 1;
    };
  }, [load]);

  return { ...body, loadAll: () => void load(Number.POSITIVE_INFINITY) };
}
