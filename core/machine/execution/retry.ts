import { failed, type MachineError, type Outcome } from '../machine-error.ts';
import type { Timers } from '../ports.ts';

export interface RetryConfig {
  /** Seconds before each further attempt; they do not decrease. */
  readonly backoffs: readonly number[];
  /** 0..1. */
  readonly jitter: number;
}

export interface RetryPorts {
  readonly timers: Timers;
  /** A number in [0, 1). */
  fraction(): number;
  readonly signal: AbortSignal;
}

/** Seconds to wait: base × (1 + jitter × (2r − 1)), unless the provider asked for a time of its own (M5). */
export function retryWait(base: number, jitter: number, fraction: number, error: MachineError): number {
  return error.retryAfter ?? base * (1 + jitter * (2 * fraction - 1));
}

/** Tries until it works, the error is not worth trying again, or the backoffs are used up (M5). */
export async function withRetry<T>(
  config: RetryConfig,
  ports: RetryPorts,
  attempt: (number: number) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  for (let number = 0; ; number += 1) {
    const outcome = await attempt(number);
    const base = config.backoffs[number];
    if (outcome.ok || !outcome.error.retryable || base === undefined) return outcome;
    const seconds = retryWait(base, config.jitter, ports.fraction(), outcome.error);
    await ports.timers.sleep(seconds * 1000, ports.signal);
    if (ports.signal.aborted) return failed('CancelledError', 'Stopped while waiting to try again', false);
  }
}
