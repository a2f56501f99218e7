import type { SupervisionLevel } from '../api/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

/** R(0): the neutral prior (seed 001). */
export const startingReputation = 0.5;

/** α: how much one task weighs (seed 001, C7). */
export const learningRate = 0.3;

/** Thresholds are compared with this slack, so that 0.6000000000000001 from float addition still reads as 0.6. */
const tolerance = 1e-12;

/** Levels from the most to the least trusted, each with the reputation it needs more than (seed 001). */
const levels: readonly { readonly level: SupervisionLevel; readonly above: number }[] = [
  { level: 'autonomous', above: 0.8 },
  { level: 'standard', above: 0.6 },
  { level: 'supervised', above: 0.4 },
  { level: 'strict', above: 0.2 },
];

/**
 * R' = clamp((1 − α)R + αs, 0, 1) (C7). `reputation` in [0,1], `score` in [−1,1], `alpha` in (0,1].
 * Errors: `reputation-out-of-range`, `score-out-of-range`, `alpha-out-of-range`; NaN is out of every range.
 */
export function updateReputation(reputation: number, score: number, alpha: number = learningRate): Result<number> {
  const inRange = checkReputation(reputation);
  if (!inRange.ok) return inRange;
  if (!(score >= -1 && score <= 1)) return fail('score-out-of-range', `A score is between -1 and 1, not ${score}`);
  if (!(alpha > 0 && alpha <= 1)) return fail('alpha-out-of-range', `α is above 0 and at most 1, not ${alpha}`);
  return ok(Math.min(1, Math.max(0, (1 - alpha) * reputation + alpha * score)));
}

/** Supervision(R) of seed 001. Every bound belongs to the stricter level: 0.8 is `standard`, 0.2 is `suspended`. */
export function supervisionLevel(reputation: number): Result<SupervisionLevel> {
  const inRange = checkReputation(reputation);
  if (!inRange.ok) return inRange;
  return ok(levels.find(({ above }) => reputation > above + tolerance)?.level ?? 'suspended');
}

function checkReputation(reputation: number): Result<null> {
  if (reputation >= 0 && reputation <= 1) return ok(null);
  return fail('reputation-out-of-range', `A reputation is between 0 and 1, not ${reputation}`);
}
