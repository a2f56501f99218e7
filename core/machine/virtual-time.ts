import type { Clock, EpochMilliseconds } from '../world/index.ts';
import type { Timers } from './ports.ts';

interface Sleeper {
  readonly due: EpochMilliseconds;
  readonly order: number;
  readonly wake: () => void;
}

/**
 * Time that only passes when nothing else is left to do: a sleep of an hour ends as soon as the program is idle. For
 * tests and conformance cases, with work that needs no real waiting.
 */
export class VirtualTime implements Clock, Timers {
  #now: EpochMilliseconds;
  #order = 0;
  #sleepers: Sleeper[] = [];
  #scheduled = false;

  constructor(start: EpochMilliseconds) {
    this.#now = start;
  }

  /** Milliseconds since the epoch that was given, moved on only by sleeps that ended and by `advance`. */
  now(): EpochMilliseconds {
    return this.#now;
  }

  /** Moves time on by hand; sleepers that are due wake up at the next idle moment. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Resolves when virtual time has come that far, or at once when `signal` aborts; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const sleeper = { due: this.#now + Math.max(0, milliseconds), order: this.#order++, wake: leave };
      this.#sleepers.push(sleeper);
      signal.addEventListener('abort', leave);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#sleepers.length === 0) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      const [first] = [...this.#sleepers].sort((left, right) => left.due - right.due || left.order - right.order);
      if (first !== undefined) {
        this.#now = Math.max(this.#now, first.due);
        first.wake();
      }
      this.#schedule();
    }, 0);
  }
}

/** Real time. */
export const systemTimers: Timers = {
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const timer = setTimeout(leave, Math.min(milliseconds, 2_147_483_647));
      signal.addEventListener('abort', leave);
    }),
};
