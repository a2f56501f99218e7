import type { z } from 'zod';
import { fail, ok, type Result } from '../problem/index.ts';

/** The input of a case in the shape of its kind. Error: `input-invalid` with the field as place. */
export function readInput<T>(schema: z.ZodType<T>, raw: unknown): Result<T> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return fail('input-invalid', issue?.message ?? 'The input does not fit', `input.${issue?.path.join('.') ?? ''}`);
}
