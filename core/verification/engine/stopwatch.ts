import type { Dimension } from '../result.ts';

/** Milliseconds that were spent on each dimension. */
export type Spent = Readonly<Partial<Record<Dimension, number>>>;

/** Measures what each dimension costs. */
export interface Stopwatch {
  /** Does the work on the account of these dimensions, which share it. */
  of<T>(dimensions: readonly Dimension[], work: () => T): T;
  spent(): Spent;
}

/** A stopwatch at zero. Time is real milliseconds of this process; work that throws is counted too. */
export function stopwatch(): Stopwatch {
  const spent: Partial<Record<Dimension, number>> = {};
  return {
    of(dimensions, work) {
      const startedAt = performance.now();
      try {
        return work();
      } finally {
        const share = (performance.now() - startedAt) / Math.max(1, dimensions.length);
        for (const dimension of dimensions) spent[dimension] = (spent[dimension] ?? 0) + share;
      }
    },
    spent: () => spent,
  };
}

/** All of them together. */
export function spentInAll(all: readonly Spent[]): Spent {
  const sum: Partial<Record<Dimension, number>> = {};
  for (const one of all) {
    for (const [dimension, milliseconds] of Object.entries(one) as [Dimension, number][]) {
      sum[dimension] = (sum[dimension] ?? 0) + milliseconds;
    }
  }
  return sum;
}
