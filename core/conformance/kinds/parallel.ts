import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import { drawParallel, executionSchema } from '../../machine/index.ts';
import { fail, ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';
import { scriptedSample } from '../scripted-samples.ts';

const inputSchema = z.object({ n_samples: z.json().optional(), script: z.array(z.json() as z.ZodType<Json>) });

/** Execution `parallel` on a script of samples (M6). */
export const parallel: ConformanceKind = {
  kind: 'parallel',
  async run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    const { n_samples: count, script } = read.value;
    const config = readInput(executionSchema, {
      type: 'parallel',
      ...(count === undefined ? {} : { n_samples: count }),
    });
    if (!config.ok) return config;
    if (config.value.type !== 'parallel') throw new Error('bug: the configuration is of another type');
    const results = await drawParallel(config.value.n_samples, scriptedSample(script));
    return results.ok ? ok({ results: results.value }) : fail(results.error.type, results.error.message);
  },
};
