import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import '../../../core/problem/index.ts';

const schema = z.strictObject({
  name: z.string().min(1),
  count: z.int().min(0).max(9).optional(),
  share: z.number().gt(0).lt(1).optional(),
  list: z.array(z.string()).min(2).optional(),
  kind: z.enum(['open', 'closed']).optional(),
  only: z.literal('yes').optional(),
  id: z.uuid().optional(),
  code: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  at: z.iso.datetime().optional(),
  flag: z.boolean().optional(),
  part: z.object({}).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  shape: z
    .discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })])
    .optional(),
  own: z
    .string()
    .refine(() => false, 'This one says it itself')
    .optional(),
});

function said(input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message;
}

describe('what does not fit a schema is said in plain words', () => {
  it.each<[unknown, string]>([
    [{}, 'Missing; text is expected'],
    [{ name: 3 }, 'Text is expected, not 3'],
    [{ name: null }, 'Text is expected, not null'],
    [{ name: ['a'] }, 'Text is expected, not a list'],
    [{ name: {} }, 'Text is expected, not an object'],
    [{ name: '' }, 'At least 1 character is expected'],
    [{ name: 'a', count: 'x'.repeat(60) }, `A number is expected, not "${'x'.repeat(40)}…"`],
    [{ name: 'a', count: 1.5 }, 'A whole number is expected, not 1.5'],
    [{ name: 'a', count: -1 }, 'A number of at least 0 is expected'],
    [{ name: 'a', count: 10 }, 'A number of at most 9 is expected'],
    [{ name: 'a', share: 0 }, 'A number of more than 0 is expected'],
    [{ name: 'a', share: 1 }, 'A number of less than 1 is expected'],
    [{ name: 'a', share: Number.NaN }, 'A number is expected, not NaN'],
    [{ name: 'a', list: ['b'] }, 'At least 2 entries are expected'],
    [{ name: 'a', kind: 'ajar' }, 'One of "open", "closed" is expected, not "ajar"'],
    [{ name: 'a', only: 'no' }, '"yes" is expected, not "no"'],
    [{ name: 'a', id: 'b' }, 'This is not a UUID'],
    [{ name: 'a', code: 'b' }, 'This is not in the form that is expected'],
    [{ name: 'a', at: 'now' }, 'This is not a date with time, as 2026-01-31T12:00:00Z'],
    [{ name: 'a', flag: 'yes' }, 'True or false is expected, not "yes"'],
    [{ name: 'a', part: true }, 'An object is expected, not true'],
    [{ name: 'a', either: true }, 'None of the allowed forms fits'],
    [{ name: 'a', shape: { type: 'c' } }, 'One of "a", "b" is expected, not "c"'],
    [{ name: 'a', shape: {} }, 'Missing; one of "a", "b" is expected'],
    [{ name: 'a', own: 'b' }, 'This one says it itself'],
    [{ name: 'a', more: 1 }, 'Unknown field "more"'],
    [{ name: 'a', more: 1, most: 2 }, 'Unknown fields "more", "most"'],
  ])('%j', (input, words) => {
    expect(said(input)).toBe(words);
  });
});
