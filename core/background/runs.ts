import { gatesOfDebateRun } from '../debate/index.ts';
import type { JobControl } from '../jobs/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { MachineResult } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type Cancellation, getRun, LedgerRuns, type RunHolder, resumedFor } from '../runs/index.ts';
import type { Clock, RandomSource } from '../world/index.ts';

export interface RunWorld {
  readonly clock: Clock;
  readonly random: RandomSource;
}

/**
 * The machines of a ledger without any program: gates, templates, conditions and other machines are all that a run can
 * use here. Where it needs more it parks. So a ledger from elsewhere cannot make the console start anything.
 */
function runsWithoutPrograms(ledger: Ledger, { clock, random }: RunWorld, control: JobControl): LedgerRuns {
  return new LedgerRuns({
    ledger,
    clock,
    random,
    agents: { find: () => undefined },
    hooks: {},
    isMissing: () => true,
    gatesOf: (executionId) => gatesOfDebateRun(ledger, executionId),
    breathe: control.breathe,
    notice: ({ point, executionId, state, step }) => {
      if (point === 'state-entered') control.progress(`${executionId} works on ${state}, finished steps`, step, 0);
    },
  });
}

/** The run whose work goes on when this one is resumed. Errors: `run-unknown`, `run-not-resumable`. */
export async function runToResume(
  ledger: Ledger,
  executionId: string,
  clock: Clock,
  holder: RunHolder | null,
): Promise<Result<string>> {
  const target = resumedFor(ledger, executionId);
  const run = await getRun(ledger, target, clock, holder);
  if (!run.ok) return run;
  const why = run.value.cannotResume;
  return why === null ? ok(target) : fail('run-not-resumable', why, target);
}

/** Goes on with a run until it ends, parks or is stopped by the job's signal. Errors: those of `LedgerRuns.resume`. */
export function resumeRun(
  ledger: Ledger,
  executionId: string,
  world: RunWorld,
  control: JobControl,
): Promise<Result<MachineResult>> {
  return runsWithoutPrograms(ledger, world, control).resume(executionId, { signal: control.signal });
}

/**
 * Asks for a run to be stopped, and stops it at once where nobody works on it. Errors: `run-unknown`,
 * `run-not-cancellable`.
 */
export async function cancelRun(
  ledger: Ledger,
  executionId: string,
  world: RunWorld,
  control: JobControl,
): Promise<Result<Cancellation>> {
  const run = await getRun(ledger, executionId, world.clock);
  if (!run.ok) return run;
  const why = run.value.cannotCancel;
  if (why !== null) return fail('run-not-cancellable', why, executionId);
  return runsWithoutPrograms(ledger, world, control).cancel(executionId);
}
