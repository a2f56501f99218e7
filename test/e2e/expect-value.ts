import type { Result } from '../../core/problem/index.ts';

/** The value of a result that a fixture needs to be good. */
export function expectValue<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.code}: ${result.problem.message}`);
}
