import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import { executionSchema, vote } from '../../machine/index.ts';
import { fail, ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';
import { scriptedSample } from '../scripted-samples.ts';

const inputSchema = z.object({
  k_margin: z.json().optional(),
  max_candidates: z.json().optional(),
  samples: z.array(z.json() as z.ZodType<Json>),
});

/** Execution `mdap_voting` on a script of samples (M6). */
export const voting: ConformanceKind = {
  kind: 'voting',
  async run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    const { samples, ...written } = read.value;
    const config = readInput(executionSchema, { type: 'mdap_voting', ...written });
    if (!config.ok) return config;
    if (config.value.type !== 'mdap_voting') throw new Error('bug: the configuration is of another type');
    const result = await vote(config.value.k_margin, config.value.max_candidates, scriptedSample(samples));
    return result.ok ? ok(result.value) : fail(result.error.type, result.error.message);
  },
};
