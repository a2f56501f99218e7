import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import { compileCondition } from '../../machine/index.ts';
import { ok } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const json = z.json() as z.ZodType<Json>;

const inputSchema = z.object({
  engine: z.enum(['simple', 'cel']).default('simple'),
  expr: z.string(),
  context: json.default({}),
  input: json.default({}),
  output: json.default(null),
});

/** Conditions of transitions in either language (X1 to X5). */
export const expression: ConformanceKind = {
  kind: 'expression',
  run(raw) {
    const read = readInput(inputSchema, raw);
    if (!read.ok) return read;
    const { engine, expr, context, input, output } = read.value;
    const condition = compileCondition(engine, expr);
    if (!condition.ok) return condition;
    const truthy = condition.value.holds({ context, input, output });
    return truthy.ok ? ok({ truthy: truthy.value }) : truthy;
  },
};
