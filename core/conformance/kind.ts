import type { Result } from '../problem/index.ts';

/** One kind of case: how its input is run against a real room, and how its answer is compared. */
export interface ConformanceKind {
  readonly kind: string;
  /**
   * Runs one input. A problem stands for a typed error. `expected` is there for kinds whose expectation says what to
   * look at (the paths that must be absent); it must not change the answer.
   */
  run(input: unknown, expected: unknown): Promise<Result<unknown>> | Result<unknown>;
  /** Compares where subsets, exact lists and tolerant numbers are not the rule; left out, they are. */
  matches?(actual: unknown, expected: unknown): boolean;
}
