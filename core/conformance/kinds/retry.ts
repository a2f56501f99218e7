import { z } from 'zod';
import { executionSchema, type Outcome, VirtualTime, withRetry } from '../../machine/index.ts';
import { fail, ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({
  backoffs: z.json().optional(),
  jitter: z.json().optional(),
  random: z.number().min(0).lt(1).default(0.5),
  script: z.array(
    z.union([
      z.enum(['ok', 'fail', 'nonretryable']),
      z.strictObject({ fail: z.literal(true), retry_after: z.number().optional() }),
    ]),
  ),
});

type Attempt = z.output<typeof inputSchema>['script'][number];

function outcomeOf(attempt: Attempt): Outcome<null> {
  if (attempt === 'ok') return { ok: true, value: null };
  const retryAfter = typeof attempt === 'string' ? null : (attempt.retry_after ?? null);
  const retryable = attempt !== 'nonretryable';
  return { ok: false, error: { type: 'Error', message: 'scripted', retryable, retryAfter } };
}

/** Execution `retry` on a script of attempts, in virtual time; waits are in seconds (M5). */
export const retry: ConformanceKind = {
  kind: 'retry',
  async run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    const { backoffs, jitter, random, script } = read.value;
    const written = { type: 'retry', backoffs, jitter };
    const config = readInput(executionSchema, JSON.parse(JSON.stringify(written)));
    if (!config.ok) return config;
    if (config.value.type !== 'retry') throw new Error('bug: the configuration is of another type');
    const time = new VirtualTime(0);
    const waits: number[] = [];
    let calls = 0;
    let unscripted = false;
    const outcome = await withRetry(
      config.value,
      {
        timers: {
          sleep: (milliseconds, signal) => {
            waits.push(milliseconds / 1000);
            return time.sleep(milliseconds, signal);
          },
        },
        fraction: () => random,
        signal: new AbortController().signal,
      },
      async () => {
        const attempt = script[calls];
        calls += 1;
        unscripted = attempt === undefined;
        return outcomeOf(attempt ?? 'nonretryable');
      },
    );
    if (unscripted) return fail('script-too-short', `Attempt ${calls} is not in the script`, 'input.script');
    return ok({ calls, waits, outcome: outcome.ok ? 'ok' : 'error' });
  },
};
