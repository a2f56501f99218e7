import { canonicalJson, type Json } from '../../canonical/index.ts';
import { done, failed, type Outcome } from '../machine-error.ts';

export type Sample = (index: number) => Promise<Outcome<Json>>;

/** Draws all samples at once and keeps the successes, in order; none is an error (M6). */
export async function drawParallel(count: number, sample: Sample): Promise<Outcome<Json[]>> {
  const outcomes = await Promise.all(Array.from({ length: count }, (_, index) => sample(index)));
  const values = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  if (values.length > 0) return done(values);
  const first = outcomes.find((outcome) => !outcome.ok);
  const why = first !== undefined && !first.ok ? `: ${first.error.message}` : '';
  return failed('AllSamplesFailed', `None of ${count} samples succeeded${why}`);
}

export interface Vote {
  readonly winner: Json;
  /** Samples drawn, red flags included. */
  readonly used: number;
  /** False when the candidates ran out and the plurality decided. */
  readonly consensus: boolean;
}

/**
 * First to be ahead by k: draws one sample after the other until the leader is `kMargin` votes before the second.
 * Votes are equal when their canonical JSON is; a failed or null sample is a red flag and no vote; when
 * `maxCandidates` are drawn the plurality wins, the first seen breaking a tie; no valid sample is an error (M6).
 */
export async function vote(kMargin: number, maxCandidates: number, sample: Sample): Promise<Outcome<Vote>> {
  const tally = new Map<string, { readonly value: Json; count: number }>();
  for (let used = 1; used <= maxCandidates; used += 1) {
    const outcome = await sample(used - 1);
    if (!outcome.ok || outcome.value === null) continue;
    const key = canonicalJson(outcome.value);
    const entry = tally.get(key) ?? { value: outcome.value, count: 0 };
    entry.count += 1;
    tally.set(key, entry);
    const others = [...tally.values()].filter((other) => other !== entry).map(({ count }) => count);
    if (entry.count - Math.max(0, ...others) >= kMargin) return done({ winner: entry.value, used, consensus: true });
  }
  const [leader] = [...tally.values()].sort((left, right) => right.count - left.count);
  if (leader === undefined) return failed('NoValidSample', `None of ${maxCandidates} samples was a valid vote`);
  return done({ winner: leader.value, used: maxCandidates, consensus: false });
}
