/** The world as ports: rooms get these in their constructors and never reach for the real thing themselves. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMilliseconds = number;

export interface Clock {
  now(): EpochMilliseconds;
}

export interface RandomSource {
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
}

export const systemClock: Clock = { now: () => Date.now() };

export const systemRandom: RandomSource = {
  bytes: (count) => globalThis.crypto.getRandomValues(new Uint8Array(count)),
};

/** ISO 8601 in UTC with milliseconds, the only form of time that is stored. */
export function isoTime(time: EpochMilliseconds): string {
  return new Date(time).toISOString();
}
