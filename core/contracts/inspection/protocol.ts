import { z } from 'zod';

/** What the inspector is asked, as one JSON document on its standard input. */
export const inspectionRequest = z.discriminatedUnion('check', [
  z.strictObject({ check: z.literal('files'), workTree: z.string(), files: z.array(z.string()) }),
  z.strictObject({ check: z.literal('syntax'), workTree: z.string(), files: z.array(z.string()) }),
]);
export type InspectionRequest = z.infer<typeof inspectionRequest>;

export const filesReport = z.strictObject({
  /** The first required file that is not as it must be, and why. */
  failures: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
});
export type FilesReport = z.infer<typeof filesReport>;

export const syntaxReport = z.strictObject({
  /** Files that were parsed. */
  parsed: z.array(z.string()),
  /** Files that could not be looked at, with the reason. */
  passedOver: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
  errors: z.array(z.strictObject({ file: z.string(), line: z.number(), column: z.number(), message: z.string() })),
});
export type SyntaxReport = z.infer<typeof syntaxReport>;
