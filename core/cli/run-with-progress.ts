/** Long work at the terminal: a bar when a person looks on, and Ctrl-C ends it. */
import { type JobControl, runInSlices } from '../jobs/index.ts';
import type { Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { progressBar } from './progress.ts';

/** Runs the steps to their end. Error `cancelled` when the person interrupts between two of them. */
export function runWithProgress<T>(
  context: CliContext,
  label: string,
  steps: Generator<{ readonly done: number; readonly total: number }, T, void>,
): Promise<Result<T>> {
  return workWithProgress(context, label, (control) => runInSlices(label, steps, control, context.clock));
}

/** Does work that minds its control's signal. Errors: those of the work. */
export async function workWithProgress<T>(
  context: CliContext,
  label: string,
  work: (control: JobControl) => Promise<Result<T>>,
): Promise<Result<T>> {
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  const bar = progressBar(context, label);
  let lastShown = Number.NEGATIVE_INFINITY;
  try {
    return await work({
      signal: abort.signal,
      breathe: () => new Promise<void>((resolve) => setImmediate(resolve)),
      progress(_label: string, done: number, total: number) {
        const now = context.clock.now();
        if (now - lastShown < 100) return;
        lastShown = now;
        bar.show(done, total);
      },
    });
  } finally {
    process.off('SIGINT', interrupt);
    bar.end();
  }
}
