import { z } from 'zod';
import { reportFrom, scoreOf } from '../../contracts/index.ts';
import { ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  status: z.unknown().optional(),
  verified: z.boolean().nullish(),
  need: z.unknown().optional(),
});

/** s(t) of seed 001 (C1, C6). */
export const score: ConformanceKind = {
  kind: 'score',
  run(raw) {
    const input = readInput(inputSchema, raw);
    if (!input.ok) return input;
    const { status, need, verified } = input.value;
    const report = reportFrom({ status, need });
    return ok({ score: scoreOf({ status: report.status, need: report.need, verified: verified ?? null }) });
  },
};
