import { fail, type Result } from '../../problem/index.ts';

/** Where and how a replay differs from the debate that was recorded. Error: `replay-diverged`. */
export function diverged(place: string, why: string): Result<never> {
  return fail('replay-diverged', `${place}: ${why}`, place);
}
