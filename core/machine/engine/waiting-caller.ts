import { ok, type Result } from '../../problem/index.ts';
import type { RunRecord, RunStore } from '../ports.ts';
import { isCall } from './launch-intents.ts';
import { isOverForCaller } from './stored-run.ts';

/**
 * The run to resume so that all go on that are parked for this one: the first of those that called each other. Null
 * when none waits for it. Errors: the store's.
 */
export async function waitingCaller(store: RunStore, executionId: string): Promise<Result<string | null>> {
  let at = executionId;
  for (;;) {
    const run = await store.run(at);
    if (!run.ok) return run;
    const parent = run.value?.parent_execution_id ?? null;
    const above: Result<RunRecord | null> = parent === null ? ok(null) : await store.run(parent);
    if (!above.ok) return above;
    if (parent === null || above.value === null || awaited(above.value) !== at)
      return ok(at === executionId ? null : at);
    at = parent;
  }
}

/**
 * Whether a run is parked for one that it called, itself or through others, which is over meanwhile. Errors: the
 * store's.
 */
export async function isAwaitedOver(store: RunStore, executionId: string): Promise<Result<boolean>> {
  let at = executionId;
  for (;;) {
    const run = await store.run(at);
    if (!run.ok) return run;
    if (run.value === null) return ok(false);
    const next = awaited(run.value);
    if (next === null) return ok(at !== executionId && isOverForCaller(run.value));
    at = next;
  }
}

/** The called run that this one is parked for, or null. */
function awaited({ execution_id: id, status, waiting_for: waitingFor }: RunRecord): string | null {
  const next = status === 'parked' && waitingFor?.startsWith('run:') === true ? waitingFor.slice('run:'.length) : null;
  return next !== null && isCall(next, id) ? next : null;
}
