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

const pool = new Uint8Array(4096);
let used = pool.length;

/** Random bytes are drawn many at a time, because each draw costs the same. Nothing is given twice or kept. */
export const systemRandom: RandomSource = {
  bytes: (count) => {
    if (count > pool.length / 16) return globalThis.crypto.getRandomValues(new Uint8Array(count));
    if (used + count > pool.length) {
      globalThis.crypto.getRandomValues(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
  },
};

export const systemTicker: Ticker = {
  every: (milliseconds, action) => {
    const timer = setInterval(action, milliseconds);
    return () => clearInterval(timer);
  },
};

let lastTime = 0;
let lastText = new Date(lastTime).toISOString();

/** ISO 8601 in UTC with milliseconds, the only form of time that is stored. The last one is remembered. */
export function isoTime(time: EpochMilliseconds): string {
  if (time !== lastTime) {
    lastText = new Date(time).toISOString();
    lastTime = time;
  }
  return lastText;
}
