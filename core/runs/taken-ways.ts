import { z } from 'zod';
import type { TakenWay } from '../api/index.ts';
import type { LedgerReader, Projection } from '../ledger/index.ts';

const prefix = 'run:';

/** How often each run took each way between two states: as many rows as its machine has ways, however long it runs. */
export const waysProjection: Projection = {
  name: 'machine-ways',
  tables: ['machine_ways'],
  apply: ({ type, subject, data }, tables) => {
    if (type !== 'run.stepped' || !subject.startsWith(prefix)) return;
    const { from, to, step, error } = data;
    if (typeof from !== 'string' || typeof to !== 'string' || typeof step !== 'number') return;
    tables.run(
      `INSERT INTO machine_ways (execution_id, from_state, to_state, on_error, times, last_step)
       VALUES (?, ?, ?, ?, 1, ?)
       ON CONFLICT DO UPDATE SET times = times + 1, last_step = excluded.last_step`,
      [subject.slice(prefix.length), from, to, error === undefined ? 0 : 1, step],
    );
  },
};

const storedWay = z.object({
  from_state: z.string(),
  to_state: z.string(),
  on_error: z.number(),
  times: z.number(),
  last_step: z.number(),
});

/** Every way that a run took. */
export function takenWays(reader: LedgerReader, executionId: string): TakenWay[] {
  const sql = 'SELECT from_state, to_state, on_error, times, last_step FROM machine_ways WHERE execution_id = ?';
  return reader.select(sql, [executionId], storedWay).map((way) => ({
    from: way.from_state,
    to: way.to_state,
    onError: way.on_error === 1,
    times: way.times,
    lastStep: way.last_step,
  }));
}
