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

/** Something that happens again and again: heartbeats, looking for changes. Tests tick by hand. */
export interface Ticker {
  /** Calls `action` every `milliseconds` until the returned function is called. */
  every(milliseconds: number, action: () => void): () => void;
}

export const systemClock: Clock = { now: () => Date.now() };

export const systemRandom: RandomSource = {
  bytes: (count) => globalThis.crypto.getRandomValues(new Uint8Array(count)),
};

export const systemTicker: Ticker = {
  every: (milliseconds, action) => {
    const timer = setInterval(action, milliseconds);
    return () => clearInterval(timer);
  },
};

/** ISO 8601 in UTC with milliseconds, the only form of time that is stored. */
export function isoTime(time: EpochMilliseconds): string {
  return new Date(time).toISOString();
}
