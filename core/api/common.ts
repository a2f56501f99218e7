import { z } from 'zod';

/** Ids as people type them: no control characters, no white space at the ends, at most 200 characters. */
export const identifier = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u, 'must be printable text without white space at the ends');

export const isoTimestamp = z.string().max(40);

/** `sha256:` and 64 hex digits. */
export const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hex digits');

/** Opaque position in a keyset page; null starts at the beginning. */
export const cursor = z.string().max(400).nullable();

/** At most 500 rows a page. */
export const pageLimit = z.number().int().min(1).max(500);

/** A body that is fetched only when somebody looks at it. */
export const bodyReference = z.object({
  seq: z.number().int().nonnegative(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number().int().nonnegative(),
  digest: z.string(),
});
export type BodyReference = z.infer<typeof bodyReference>;

export const supervisionLevel = z.enum(['autonomous', 'standard', 'supervised', 'strict', 'suspended']);
export type SupervisionLevel = z.infer<typeof supervisionLevel>;

export const role = z.enum(['AUDITOR', 'INTEGRATION_SERVICE', 'ANALYST', 'IC_MEMBER', 'PARTNER', 'ADMIN']);
export type Role = z.infer<typeof role>;

/** The signs of UI.md: every state a thing can be shown in. */
export const sign = z.enum(['verified', 'failed', 'inconclusive', 'pending', 'blocked', 'skipped']);
export type Sign = z.infer<typeof sign>;

export const emptyInput = z.strictObject({});

/** The schema of one page of a list: its rows, the cursor of the next page, and how many there are in all. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ rows: z.array(row), next: cursor, total: z.number().int().nonnegative() });
}
