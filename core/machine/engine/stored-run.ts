import { fail, ok, type Result } from '../../problem/index.ts';
import type { RunRecord, RunStore } from '../ports.ts';
import type { MachineSnapshot } from '../snapshot.ts';
import type { MachineResult } from './runtime.ts';

/**
 * Whether the run that called this one need not wait for it any more: it is completed, failed, or was cancelled by
 * itself. One that was cancelled with its caller goes on when that is resumed, and has no error.
 */
export function isOverForCaller({ status, error }: RunRecord): boolean {
  return status === 'done' || status === 'failed' || (status === 'cancelled' && error !== null);
}

/** What a run ended with for good: completed, or, for the run that called it, failed or cancelled by itself. */
export function endOf(record: RunRecord, snapshot: MachineSnapshot, asChild: boolean): MachineResult | null {
  const summary = {
    executionId: record.execution_id,
    states: [],
    steps: snapshot.step,
    apiCalls: snapshot.total_api_calls ?? 0,
    cost: snapshot.total_cost ?? 0,
  };
  if (record.status === 'done') return { ...summary, status: 'done', output: snapshot.output ?? {} };
  if (record.status === 'failed' && asChild && record.error !== null) {
    return { ...summary, status: 'error', error: record.error };
  }
  if (record.status === 'cancelled' && asChild && isOverForCaller(record)) {
    return { ...summary, status: 'cancelled', called: [], withdrawn: [] };
  }
  return null;
}

/** The place of the first of these runs that is completed, -1 for none. Errors: the store's. */
export async function firstDone(store: RunStore, ids: readonly string[]): Promise<Result<number>> {
  for (const [index, executionId] of ids.entries()) {
    const run = await store.run(executionId);
    if (!run.ok) return run;
    if (run.value?.status === 'done') return ok(index);
  }
  return ok(-1);
}

/** The newest checkpoint. A damaged one is an error, unless the caller wants the one before it (M10). */
export async function newestSnapshot(
  store: RunStore,
  executionId: string,
  fromEarlier: boolean,
): Promise<Result<MachineSnapshot>> {
  const key = await store.newestCheckpoint(executionId);
  if (!key.ok) return key;
  const newest = key.value === null ? ok(null) : await store.persistence.load(key.value);
  if (newest.ok && newest.value !== null) return ok(newest.value);
  const message = newest.ok ? 'it is missing' : newest.problem.message;
  if (!fromEarlier) {
    return fail(
      'checkpoint-damaged',
      `The newest checkpoint of ${executionId} cannot be used: ${message}`,
      executionId,
    );
  }
  return snapshotBefore(store, executionId, key.value);
}

/** The newest checkpoint that can be used, apart from the damaged one. */
async function snapshotBefore(
  store: RunStore,
  executionId: string,
  damaged: string | null,
): Promise<Result<MachineSnapshot>> {
  const keys = await store.persistence.list(executionId);
  if (!keys.ok) return keys;
  for (const earlier of keys.value.filter((other) => other !== damaged).toReversed()) {
    const snapshot = await store.persistence.load(earlier);
    if (snapshot.ok && snapshot.value !== null) return ok(snapshot.value);
  }
  return fail('checkpoint-damaged', `No checkpoint of ${executionId} can be used`, executionId);
}
