import { failed, type Outcome } from '../machine-error.ts';
import type { Timers } from '../ports.ts';

/**
 * Waits for work, but no longer than `milliseconds` (0 is for ever) and only until `stop` is aborted. Whatever ends
 * the wait aborts `controller`, so that the work can stop as well. A timeout is `TimeoutError` (M8).
 */
export async function within<T>(
  work: Promise<Outcome<T>>,
  milliseconds: number,
  what: string,
  timers: Timers,
  stop: AbortSignal,
  controller: AbortController,
): Promise<Outcome<T>> {
  const over = new AbortController();
  const stopped = new Promise<Outcome<never>>((resolve) => {
    const leave = (): void => resolve(failed('CancelledError', `${what} was stopped`, false));
    if (stop.aborted) leave();
    else stop.addEventListener('abort', leave, { once: true, signal: over.signal });
  });
  const races: Promise<Outcome<T>>[] = [work, stopped];
  if (milliseconds > 0) {
    const message = `${what} took longer than ${milliseconds / 1000} s`;
    races.push(timers.sleep(milliseconds, over.signal).then(() => failed('TimeoutError', message)));
  }
  const outcome = await Promise.race(races);
  over.abort();
  controller.abort();
  return outcome;
}
