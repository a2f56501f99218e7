/** Long work in the background: progress, cancel, one ending. */
import { fail, ok, type Problem, type Result } from '../problem/index.ts';
import type { Clock, EpochMilliseconds, RandomSource } from '../world/index.ts';

export { createBugReporter } from './bug-report.ts';

/** What long work may do while it runs. */
export interface JobControl {
  /** Aborted when a person cancels or the console closes. */
  readonly signal: AbortSignal;
  /** Says how far it is. `total` is 0 while unknown. */
  progress(label: string, done: number, total: number): void;
  /** Lets everything else run. Long synchronous work calls it at least every 20 ms. */
  breathe(): Promise<void>;
}

export interface JobProgress {
  readonly jobId: string;
  /** What is being done, in words: `Auditing events`. */
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

export type JobEnding<T> =
  | { readonly outcome: 'done'; readonly value: T }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly problem: Problem };

/** How unfinished work ended, in one sentence. `what` begins it: `The audit`. */
export function endingSentence(what: string, ending: Exclude<JobEnding<unknown>, { outcome: 'done' }>): string {
  return ending.outcome === 'cancelled' ? `${what} was cancelled` : `${what} stopped: ${ending.problem.message}`;
}

export interface JobRunner {
  /**
   * Starts `work` after the caller's reply is on its way, and returns its id. `ended` is called exactly once; work that
   * throws ends as `failed` with the problem that `onBug` makes of it.
   */
  start<T>(
    work: (control: JobControl) => Promise<Result<T>>,
    ended: (jobId: string, ending: JobEnding<T>) => void,
  ): string;
  /** False when no such job is running. */
  cancel(jobId: string): boolean;
  /** Cancels what is running and waits for it. */
  close(): Promise<void>;
}

export interface JobWorld {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Called at most ten times a second for each job. */
  readonly onProgress: (progress: JobProgress) => void;
  /** Turns a thrown bug into a problem that a person can report. */
  readonly onBug: (error: unknown) => Problem;
}

const progressIntervalMilliseconds = 100;

/** A runner for this process: its jobs live in memory, and end when it closes. */
export function createJobRunner(world: JobWorld): JobRunner {
  const running = new Map<string, { readonly abort: AbortController; readonly finished: Promise<void> }>();

  function controlOf(jobId: string, signal: AbortSignal): JobControl {
    let lastShown: EpochMilliseconds = Number.NEGATIVE_INFINITY;
    return {
      signal,
      progress(label, done, total) {
        const now = world.clock.now();
        if (now - lastShown < progressIntervalMilliseconds) return;
        lastShown = now;
        world.onProgress({ jobId, label, done, total });
      },
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }

  async function run<T>(work: (control: JobControl) => Promise<Result<T>>, control: JobControl): Promise<JobEnding<T>> {
    await control.breathe();
    const result = await work(control).catch(
      (error: unknown): Result<T> => ({ ok: false, problem: world.onBug(error) }),
    );
    if (result.ok) return { outcome: 'done', value: result.value };
    return control.signal.aborted ? { outcome: 'cancelled' } : { outcome: 'failed', problem: result.problem };
  }

  return {
    start(work, ended) {
      const jobId = `job-${Buffer.from(world.random.bytes(9)).toString('base64url')}`;
      const abort = new AbortController();
      const finished = run(work, controlOf(jobId, abort.signal)).then((ending) => {
        running.delete(jobId);
        ended(jobId, ending);
      });
      running.set(jobId, { abort, finished });
      return jobId;
    },
    cancel(jobId) {
      const job = running.get(jobId);
      job?.abort.abort();
      return job !== undefined;
    },
    async close() {
      const jobs = [...running.values()];
      for (const job of jobs) job.abort.abort();
      await Promise.all(jobs.map((job) => job.finished));
    },
  };
}

/** What a cancelled job returns; it is shown as cancelled, not as failed. */
export const jobCancelled = fail('cancelled', 'Cancelled');

/**
 * Runs a generator that yields how far it is, in slices of about 20 ms, so that the console stays alive meanwhile.
 * Ends as `cancelled` between two steps.
 */
export async function runInSlices<T>(
  label: string,
  steps: Generator<{ readonly done: number; readonly total: number }, T>,
  control: JobControl,
  clock: Clock,
): Promise<Result<T>> {
  let sliceStart = clock.now();
  for (;;) {
    if (control.signal.aborted) {
      // Ends the generator, so that it closes what it opened; what it would have returned is not wanted.
      steps.return(undefined as T);
      return jobCancelled;
    }
    const step = steps.next();
    if (step.done === true) return ok(step.value);
    control.progress(label, step.value.done, step.value.total);
    if (clock.now() - sliceStart >= 20) {
      await control.breathe();
      sliceStart = clock.now();
    }
  }
}
