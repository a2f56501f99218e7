import { failed, type Outcome } from '../machine-error.ts';
import type { Timers } from '../ports.ts';

/**
 * Waits for work, but no longer than `milliseconds` (0 is for ever) and only until `stop` is aborted. When the wait
 * ends before the work, `controller` is aborted, so that the work can stop as well. A timeout is `TimeoutError` (M8).
 */
export async function within<T>(
  work: Promise<Outcome<T>>,
  milliseconds: number,
  what: string,
  timers: Timers,
  stop: AbortSignal,
  controller: AbortController,
): Promise<Outcome<T>> {
  let leave = (): void => undefined;
  const stopped = new Promise<Outcome<never>>((resolve) => {
    leave = () => resolve(failed('CancelledError', `${what} was stopped`, false));
  });
  if (stop.aborted) leave();
  stop.addEventListener('abort', leave);
  const races: Promise<Outcome<T>>[] = [work, stopped];
  const over = milliseconds > 0 ? new AbortController() : null;
  if (over !== null) {
    const message = `${what} took longer than ${milliseconds / 1000} s`;
    races.push(timers.sleep(milliseconds, over.signal).then(() => failed('TimeoutError', message)));
  }
  let worked = false;
  const finished = work.then(() => {
    worked = true;
  });
  // The work may go on after the wait; what becomes of it then is nobody's business.
  finished.catch(() => undefined);
  const outcome = await Promise.race(races);
  stop.removeEventListener('abort', leave);
  // A reason of its own spares making an exception for each abort.
  over?.abort('over');
  if (!worked) controller.abort(stop.aborted ? stop.reason : 'over');
  return outcome;
}
