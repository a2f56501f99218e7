/** Phase 5 of seed 000: tools are judged by what they did. Permission fields never change (K11). */
import { fixNatural } from './natural.ts';
import { effectivenessFor, type RegisteredTool } from './registry.ts';

/** What one call was seen to do. */
export interface ToolObservation {
  readonly goalType: string;
  readonly success: boolean;
  readonly tokensUsed: number;
  readonly secondsUsed: number;
}

/**
 * Moves the tool's effectiveness for the goal's type, and both cost estimates, a quarter of the way to what was seen.
 * A cost that is at least 1 stays at least 1.
 */
export function adaptTool(observation: ToolObservation, entry: RegisteredTool): RegisteredTool {
  const { goalType, success, tokensUsed, secondsUsed } = observation;
  const effectiveness = fixNatural(effectivenessFor(goalType, entry));
  return {
    spec: {
      ...entry.spec,
      tokenCost: adaptCost(entry.spec.tokenCost, tokensUsed),
      timeCost: adaptCost(entry.spec.timeCost, secondsUsed),
    },
    effectiveness: { ...entry.effectiveness, [goalType]: quarterWay(effectiveness, success ? 100 : 0) },
  };
}

function adaptCost(cost: number, seen: number): number {
  const estimate = fixNatural(cost);
  return Math.max(quarterWay(estimate, fixNatural(seen)), Math.min(estimate, 1));
}

function quarterWay(from: number, to: number): number {
  return from + Math.floor((to - from) / 4);
}
