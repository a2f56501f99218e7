import { z } from 'zod';
import type { FailedAttempts, OperationParsed, RunStep } from '../api/index.ts';
import type { Json } from '../canonical/index.ts';
import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { countChildren, findRun } from './list-runs.ts';
import { checkpointUpTo } from './run-context.ts';

const errorData = z.object({ type: z.string(), message: z.string() });
const attemptsData = z.object({ count: z.number(), last: z.array(errorData) });
const steppedData = z.object({
  step: z.number(),
  from: z.string(),
  to: z.string(),
  api_calls: z.number().default(0),
  cost: z.number().default(0),
  error: errorData.optional(),
  failed_attempts: attemptsData.optional(),
});

/** The attempts that an event of a run tells of, or null. */
export function attemptsIn(data: LedgerEvent['data']): FailedAttempts | null {
  const read = attemptsData.safeParse(data.failed_attempts satisfies Json | undefined);
  return read.success ? read.data : null;
}

/**
 * Finished steps from the step `from` on, found by the checkpoint before it: a long run is entered anywhere. Error:
 * `run-unknown`.
 */
export function listSteps(
  reader: LedgerReader,
  { executionId, from, limit }: OperationParsed<'runs.steps'>,
): Result<{ rows: RunStep[] }> {
  const run = findRun(reader, executionId);
  if (!run.ok) return run;
  // The event of a step stands after the checkpoint of the step before, and each checkpoint is found by its number.
  const start = checkpointUpTo(reader, executionId, Math.max(0, from - 2));
  const page = reader.page({
    filter: { subject: `run:${executionId}`, type: 'run.stepped' },
    after: start === null ? null : start.seq - 1,
    limit: Math.min(limit + 2, 500),
    direction: 'ascending',
  });
  const rows: RunStep[] = [];
  let before = run.value.row.startedAt;
  for (const event of page.events) {
    const data = steppedData.safeParse(event.data);
    if (!data.success) continue;
    if (data.data.step >= from && rows.length < limit) rows.push(stepOf(event, data.data, before));
    before = event.at;
  }
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return ok({ rows });
  const children = countChildren(reader, executionId, first.step, last.step);
  return ok({ rows: rows.map((row) => ({ ...row, children: children.get(row.step) ?? 0 })) });
}

function stepOf({ seq, at }: LedgerEvent, data: z.output<typeof steppedData>, before: string): RunStep {
  return {
    step: data.step,
    seq,
    at,
    took: Math.max(0, Date.parse(at) - Date.parse(before)),
    from: data.from,
    to: data.to,
    apiCalls: data.api_calls,
    cost: data.cost,
    error: data.error ?? null,
    failedAttempts: data.failed_attempts ?? null,
    children: 0,
  };
}
