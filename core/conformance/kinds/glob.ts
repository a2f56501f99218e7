import { z } from 'zod';
import { ok } from '../../problem/index.ts';
import { globMatches } from '../../verification/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

const inputSchema = z.object({ pattern: z.string(), path: z.string() });

/** Scope patterns (V1). */
export const glob: ConformanceKind = {
  kind: 'glob',
  run(raw) {
    const input = readInput(inputSchema, raw);
    return input.ok ? ok({ matches: globMatches(input.value.pattern, input.value.path) }) : input;
  },
};
