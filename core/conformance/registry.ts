import type { ConformanceKind } from './kind.ts';
import { gateDecision } from './kinds/gate-decision.ts';
import { gates } from './kinds/gates.ts';
import { kernel } from './kinds/kernel.ts';
import { reputation } from './kinds/reputation.ts';
import { score } from './kinds/score.ts';
import { supervision } from './kinds/supervision.ts';

/** Every kind of case that this version can run, one file each in `kinds/`. */
export function conformanceKinds(
  environment: Readonly<Record<string, string | undefined>>,
): readonly ConformanceKind[] {
  return [kernel, score, reputation, supervision, gates(environment), gateDecision];
}
