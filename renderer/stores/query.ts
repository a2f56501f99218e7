import { useEffect } from 'react';
import { create } from 'zustand';
import type { OperationInput, OperationOutput, Queries } from '../../core/api/index.ts';
import { request } from '../bridge.ts';
import { useLedgerStatus } from './ledger-status.ts';
import { type Loadable, loading, settled } from './loadable.ts';

export type QueryName = keyof Queries & string;

interface Answer {
  readonly loadable: Loadable<unknown>;
  /** Version of the ledger when it was asked. */
  readonly version: number;
}

interface QueryStore {
  /** Answers by question, oldest first. */
  readonly answers: ReadonlyMap<string, Answer>;
}

const keptAnswers = 60;
const useQueries = create<QueryStore>(() => ({ answers: new Map() }));

function keep(key: string, answer: Answer): void {
  useQueries.setState(({ answers }) => {
    const next = new Map(answers);
    next.delete(key);
    next.set(key, answer);
    for (const oldest of next.keys()) {
      if (next.size <= keptAnswers) break;
      next.delete(oldest);
    }
    return { answers: next };
  });
}

async function ask<N extends QueryName>(key: string, name: N, input: OperationInput<N>, version: number) {
  const before = useQueries.getState().answers.get(key);
  // An old answer stays on screen while the new one is on its way.
  keep(key, { loadable: before?.loadable ?? loading, version });
  const result = await request(name, input);
  if (useQueries.getState().answers.get(key)?.version === version) keep(key, { loadable: settled(result), version });
}

/** The answer to a query, asked again whenever the ledger changes. A null input asks nothing. */
export function useQuery<N extends QueryName>(name: N, input: OperationInput<N> | null): Loadable<OperationOutput<N>> {
  const version = useLedgerStatus((store) => store.version);
  const key = input === null ? null : `${name} ${JSON.stringify(input)}`;
  const answer = useQueries((store) => (key === null ? undefined : store.answers.get(key)));
  useEffect(() => {
    if (key === null || input === null) return;
    const known = useQueries.getState().answers.get(key);
    if (known?.version !== version) void ask(key, name, input, version);
  }, [key, name, input, version]);
  return (answer?.loadable ?? loading) as Loadable<OperationOutput<N>>;
}

/** Forgets every answer: another ledger is open. */
export function forgetAnswers(): void {
  useQueries.setState({ answers: new Map() });
}

/** Asks a failed query again, and everything else with it. */
export function retryQueries(): void {
  useLedgerStatus.setState((now) => ({ version: now.version + 1 }));
}
