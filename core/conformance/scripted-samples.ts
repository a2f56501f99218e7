import type { Json } from '../canonical/index.ts';
import type { Outcome } from '../machine/index.ts';

/** Samples from a script, in order; `$ERR` and what lies beyond the end are failures. */
export function scriptedSample(script: readonly Json[]): (index: number) => Promise<Outcome<Json>> {
  return async (index) => {
    const value = index < script.length ? (script[index] ?? null) : '$ERR';
    if (value !== '$ERR') return { ok: true, value };
    return { ok: false, error: { type: 'Error', message: 'scripted', retryable: true, retryAfter: null } };
  };
}
