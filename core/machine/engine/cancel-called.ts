import { ok, type Result } from '../../problem/index.ts';
import type { MachineError } from '../machine-error.ts';
import type { RunRecord, RunStatus, RunStore } from '../ports.ts';
import { isCall } from './launch-intents.ts';
import type { CancelledWith, MachineResult, MachineRuntime } from './runtime.ts';

/** How often a run that another process works on is looked at in the time of one lease. */
const looksPerLease = 30;

const over: readonly RunStatus[] = ['done', 'failed', 'cancelled'];

/** The error that the caller of a run gets which was cancelled by itself. */
export function cancelledError(executionId: string): Pick<MachineError, 'type' | 'message'> {
  return { type: 'CancelledError', message: `The run ${executionId} was cancelled` };
}

/** A run that was called. */
export interface CalledRun {
  readonly executionId: string;
  /** Works on it only to stop it: it takes no step. */
  stop(): Promise<Result<MachineResult>>;
}

/**
 * Cancels the runs that are not over, one after the other, each with those it called. One that another process works on
 * is asked to stop, and waited for until that process stopped or its lease is over. Errors: the store's, `run-busy`
 * when such a process goes on for two leases.
 */
export async function cancelRuns(runtime: MachineRuntime, runs: readonly CalledRun[]): Promise<Result<CancelledWith>> {
  const all: CancelledWith[] = [];
  for (const run of runs) {
    const cancelled = await cancelOne(runtime, run);
    if (!cancelled.ok) return cancelled;
    all.push(cancelled.value);
  }
  return ok(together(all));
}

/** What several runs were cancelled with. */
export function together(all: readonly CancelledWith[]): CancelledWith {
  return { called: all.flatMap(({ called }) => called), withdrawn: all.flatMap(({ withdrawn }) => withdrawn) };
}

/** What a called run adds to the cancellation of its caller. */
export function cancelledBy(result: Result<MachineResult>): CancelledWith {
  if (!result.ok || result.value.status !== 'cancelled') return { called: [], withdrawn: [] };
  const { executionId, called, withdrawn } = result.value;
  return { called: [executionId, ...called], withdrawn };
}

/**
 * Whether a run that called this one, itself or through others, is to be cancelled: then this one must not go on
 * either, though nobody has come to it yet. Errors: the store's.
 */
export async function isCallerUnwanted(store: RunStore, record: RunRecord): Promise<Result<boolean>> {
  let at: RunRecord | null = record;
  while (at !== null && at.parent_execution_id !== null && isCall(at.execution_id, at.parent_execution_id)) {
    const caller: string = at.parent_execution_id;
    const asked = await store.cancelRequested(caller);
    if (!asked.ok || asked.value) return asked;
    const above: Result<RunRecord | null> = await store.run(caller);
    if (!above.ok) return above;
    at = above.value;
  }
  return ok(false);
}

/**
 * Whether a run that is being cancelled was asked for itself, while the run that called or launched it is to go on: for
 * its caller it then ended. Errors: the store's.
 */
export async function isCancelledAlone(store: RunStore, record: RunRecord): Promise<Result<boolean>> {
  if (record.parent_execution_id === null) return ok(false);
  const asked = await store.cancelRequested(record.execution_id);
  if (!asked.ok || !asked.value) return asked;
  const unwanted = await isCallerUnwanted(store, record);
  return unwanted.ok ? ok(!unwanted.value) : unwanted;
}

async function cancelOne(
  { store, timers, leaseMs }: MachineRuntime,
  { executionId, stop }: CalledRun,
): Promise<Result<CancelledWith>> {
  for (let look = 0; ; look += 1) {
    const run = await store.run(executionId);
    if (!run.ok) return run;
    if (run.value === null || over.includes(run.value.status)) {
      const byOther = look > 0 && run.value?.status === 'cancelled';
      return ok({ called: byOther ? [executionId] : [], withdrawn: [] });
    }
    const stopped = await stop();
    if (stopped.ok) return ok(cancelledBy(stopped));
    if (stopped.problem.code !== 'run-busy' || look > 2 * looksPerLease) return stopped;
    const asked = look === 0 ? await store.requestCancel(executionId) : ok(undefined);
    if (!asked.ok) return asked;
    await timers.sleep(leaseMs / looksPerLease, new AbortController().signal);
  }
}
