import { z } from 'zod';
import { ok } from '../../problem/index.ts';
import { learningRate, startingReputation, supervisionLevel, updateReputation } from '../../reputation/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  start: z.number().default(startingReputation),
  alpha: z.number().default(learningRate),
  scores: z.array(z.number()),
});

/** The moving average of seed 001, step by step (C7). */
export const reputation: ConformanceKind = {
  kind: 'reputation',
  run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const { alpha, scores } = input.value;
    const steps: { reputation: number; level: string }[] = [];
    let current = input.value.start;
    for (const value of scores) {
      const updated = updateReputation(current, value, alpha);
      if (!updated.ok) return updated;
      const level = supervisionLevel(updated.value);
      if (!level.ok) return level;
      current = updated.value;
      steps.push({ reputation: current, level: level.value });
    }
    return ok({ steps });
  },
};
