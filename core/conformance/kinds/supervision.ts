import { z } from 'zod';
import { ok } from '../../problem/index.ts';
import { supervisionLevel } from '../../reputation/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

/** Supervision(R) of seed 001. */
export const supervision: ConformanceKind = {
  kind: 'supervision',
  run(raw) {
    const input = readInput(z.object({ reputation: z.number() }), raw);
    if (!input.ok) return input;
    const level = supervisionLevel(input.value.reputation);
    return level.ok ? ok({ level: level.value }) : level;
  },
};
