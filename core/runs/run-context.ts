import { z } from 'zod';
import type { OperationOutput } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { type MachineSnapshot, readSnapshot } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { readLedgerRecord } from '../stores/index.ts';
import { comparable } from './comparable.ts';
import { findRun } from './list-runs.ts';

/** The context after a step and the one kept before it. Errors: `run-unknown`, `step-unknown`, `checkpoint-damaged`. */
export function getRunContext(
  reader: LedgerReader,
  executionId: string,
  step: number,
): Result<OperationOutput<'runs.context'>> {
  const run = findRun(reader, executionId);
  if (!run.ok) return run;
  const after = snapshotAt(reader, checkpointKey(executionId, step));
  if (!after.ok) return after;
  if (after.value === null) return fail('step-unknown', `The run kept no checkpoint of step ${step}`, executionId);
  const earlier = lastCheckpoint(reader, executionId, step - 1);
  const before = earlier === null ? ok(null) : snapshotAt(reader, earlier);
  if (!before.ok) return before;
  const [shownAfter, shownBefore] = comparable(after.value.context, before.value?.context ?? null);
  return ok({
    step,
    state: after.value.current_state,
    after: shownAfter,
    before: before.value === null ? null : { step: before.value.step, context: shownBefore },
  });
}

/** Where the checkpoint of a step is in the ledger's records. */
function checkpointKey(executionId: string, step: number): string {
  return `checkpoints/${executionId}/${String(step).padStart(10, '0')}`;
}

/** The newest checkpoint of a step up to this one that the run kept, with the event that holds it; null when none. */
export function lastCheckpoint(reader: LedgerReader, executionId: string, step: number): string | null {
  return checkpointUpTo(reader, executionId, step)?.key ?? null;
}

/** The same with the seq of the event that holds it. */
export function checkpointUpTo(
  reader: LedgerReader,
  executionId: string,
  step: number,
): { readonly key: string; readonly seq: number } | null {
  if (step < 0) return null;
  const [found] = reader.select(
    'SELECT key, seq FROM machine_records WHERE key >= ? AND key <= ? ORDER BY key DESC LIMIT 1',
    [checkpointKey(executionId, 0), checkpointKey(executionId, step)],
    z.object({ key: z.string(), seq: z.number() }),
  );
  return found ?? null;
}

/** A checkpoint by its key. Error: `checkpoint-damaged`. */
export function snapshotAt(reader: LedgerReader, key: string): Result<MachineSnapshot | null> {
  const record = readLedgerRecord(reader, key);
  if (!record.ok) return fail('checkpoint-damaged', record.problem.message, key);
  return record.value === null ? ok(null) : readSnapshot(record.value, key);
}
