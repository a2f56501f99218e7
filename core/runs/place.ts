import { z } from 'zod';
import type { LedgerReader } from '../ledger/index.ts';

/** Where a run stands. */
export interface RunPlace {
  readonly state: string;
  readonly step: number;
  readonly apiCalls: number;
  readonly cost: number;
  /** ISO 8601. */
  readonly changedAt: string;
}

const newest = z.object({ key: z.string(), seq: z.number() });
const place = z.object({
  state: z.string().optional(),
  to: z.string().optional(),
  step: z.number(),
  total_api_calls: z.number(),
  total_cost: z.number(),
});

/** Events of one commit that may stand before the run's own: what an action recorded. */
const maxBefore = 1000;

/**
 * Where a run at work stands: told by the event of its newest checkpoint, because a row for each step would cost a page
 * of every commit. Null when it has not finished a step since `knownStep`, or when its event cannot be read.
 */
export function placeOfRun(reader: LedgerReader, executionId: string, knownStep: number): RunPlace | null {
  const prefix = `checkpoints/${executionId}/`;
  const [found] = reader.select(
    'SELECT key, seq FROM machine_records WHERE key > ? AND key < ? ORDER BY key DESC LIMIT 1',
    [prefix, `${prefix}\u{10ffff}`],
    newest,
  );
  if (found === undefined || Number(found.key.slice(prefix.length)) <= knownStep) return null;
  for (let seq = found.seq; seq < found.seq + maxBefore; seq += 1) {
    const event = reader.event(seq);
    if (!event.ok) return null;
    if (event.value.subject !== `run:${executionId}` || !event.value.type.startsWith('run.')) continue;
    const { data } = event.value;
    const told = place.safeParse(data);
    if (!told.success) return null;
    const { state, to, step, total_api_calls: apiCalls, total_cost: cost } = told.data;
    return { state: state ?? to ?? '', step, apiCalls, cost, changedAt: event.value.at };
  }
  return null;
}
