/** Long work at the terminal: a bar when a person looks on, and Ctrl-C ends it between two steps. */
import { runInSlices } from '../jobs/index.ts';
import type { Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { progressBar } from './progress.ts';

/** Runs the steps to their end. Error `cancelled` when the person interrupts. */
export async function runWithProgress<T>(
  context: CliContext,
  label: string,
  steps: Generator<{ readonly done: number; readonly total: number }, T, void>,
): Promise<Result<T>> {
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt);
  const bar = progressBar(context, label);
  let lastShown = Number.NEGATIVE_INFINITY;
  const control = {
    signal: abort.signal,
    breathe: () => new Promise<void>((resolve) => setImmediate(resolve)),
    progress(_label: string, done: number, total: number) {
      const now = context.clock.now();
      if (now - lastShown < 100) return;
      lastShown = now;
      bar.show(done, total);
    },
  };
  try {
    return await runInSlices(label, steps, control, context.clock);
  } finally {
    process.off('SIGINT', interrupt);
    bar.end();
  }
}
