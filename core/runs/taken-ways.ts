import { z } from 'zod';
import type { TakenWay } from '../api/index.ts';
import type { BlockProjection, LedgerEvent, LedgerReader } from '../ledger/index.ts';

const prefix = 'run:';

interface RunWay extends TakenWay {
  readonly executionId: string;
}

/** The way that an event tells of, or null. */
function wayOf({ type, subject, data }: LedgerEvent): RunWay | null {
  if (type !== 'run.stepped' || !subject.startsWith(prefix)) return null;
  const { from, to, step, error } = data;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof step !== 'number') return null;
  return {
    executionId: subject.slice(prefix.length),
    from,
    to,
    onError: error !== undefined,
    times: 1,
    lastStep: step,
  };
}

/** Each way once, with all its times and its newest step; in the order of run and states. */
function summed(ways: readonly RunWay[]): readonly RunWay[] {
  const sums = new Map<string, RunWay>();
  for (const way of ways) {
    const key = JSON.stringify([way.executionId, way.from, way.to, way.onError]);
    sums.set(key, { ...way, times: way.times + (sums.get(key)?.times ?? 0) });
  }
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, way]) => way);
}

function waysOf(events: readonly LedgerEvent[]): readonly RunWay[] {
  return summed(events.flatMap((event) => wayOf(event) ?? []));
}

/**
 * How often each run took each way between two states: as many rows as its machine has ways, however long it runs.
 * Written once a block, because a row that every step changes would cost a page of its commit.
 */
export const waysProjection: BlockProjection = {
  name: 'machine-ways',
  tables: ['machine_ways'],
  applyBlock: ({ events }, tables) => {
    for (const { executionId, from, to, onError, times, lastStep } of waysOf(events)) {
      tables.run(
        `INSERT INTO machine_ways (execution_id, from_state, to_state, on_error, times, last_step)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET times = times + excluded.times, last_step = excluded.last_step`,
        [executionId, from, to, onError ? 1 : 0, times, lastStep],
      );
    }
  },
};

const storedWay = z.object({
  from_state: z.string(),
  to_state: z.string(),
  on_error: z.number(),
  times: z.number(),
  last_step: z.number(),
});

/** Every way that a run took, until now. */
export function takenWays(reader: LedgerReader, executionId: string): TakenWay[] {
  const sql = 'SELECT from_state, to_state, on_error, times, last_step FROM machine_ways WHERE execution_id = ?';
  const stored = reader.select(sql, [executionId], storedWay).map((way) => ({
    executionId,
    from: way.from_state,
    to: way.to_state,
    onError: way.on_error === 1,
    times: way.times,
    lastStep: way.last_step,
  }));
  const newest = waysOf(reader.openBlock()).filter((way) => way.executionId === executionId);
  return summed([...stored, ...newest]).map(({ executionId: _, ...way }) => way);
}

/**
 * Where the runs of the newest steps stand, as a JSON object by their ids: `machine_ways` does not know of them yet.
 */
export function newestStates(reader: LedgerReader): string {
  const states = reader.openBlock().flatMap((event) => {
    const way = wayOf(event);
    return way === null ? [] : [[way.executionId, way.to] as const];
  });
  return JSON.stringify(Object.fromEntries(states));
}
