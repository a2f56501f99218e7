import { z } from 'zod';
import { findingSchema } from '../findings/finding.ts';
import { dimensionNames } from '../gate-record.ts';

/** A policy by its name, with the text of the project's own of that name where there is one. */
const namedPolicy = z.strictObject({ name: z.string(), ownText: z.string().nullable() });
export type NamedPolicy = z.infer<typeof namedPolicy>;

/** What the inspector is asked, as one JSON document on its standard input. */
export const inspectionRequest = z.discriminatedUnion('check', [
  z.strictObject({ check: z.literal('files'), workTree: z.string(), files: z.array(z.string()) }),
  z.strictObject({ check: z.literal('syntax'), workTree: z.string(), files: z.array(z.string()) }),
  z.strictObject({ check: z.literal('policy'), workTree: z.string(), policy: namedPolicy }),
  z.strictObject({
    check: z.literal('dimensions'),
    workTree: z.string(),
    policy: namedPolicy,
    task: z.string(),
    files: z.array(z.strictObject({ path: z.string(), basePath: z.string().nullable() })),
    /** A folder with the changed files as they were before. */
    baseFolder: z.string(),
    /** The folder whose `node_modules` are the project's; null when it has none. */
    packagesFrom: z.string().nullable(),
  }),
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

/** The policy cannot be used: nothing about the work. */
const refused = z.strictObject({
  kind: z.literal('refused'),
  code: z.string(),
  message: z.string(),
  place: z.string().nullable(),
});

export const policyReport = z.discriminatedUnion('kind', [refused, z.strictObject({ kind: z.literal('usable') })]);
export type PolicyReport = z.infer<typeof policyReport>;

export const dimensionsReport = z.discriminatedUnion('kind', [
  refused,
  z.strictObject({
    kind: z.literal('verified'),
    /** RFC 8785 of the rules that were applied. */
    rules: z.string(),
    dimensions: z.array(
      z.strictObject({
        dimension: z.enum(dimensionNames),
        status: z.enum(['passed', 'warnings', 'failed', 'inconclusive', 'skipped']),
        durationMs: z.number(),
        errors: z.number().int(),
        warnings: z.number().int(),
        open: z.array(z.strictObject({ file: z.string().nullable(), reason: z.string() })),
      }),
    ),
    /** Cut to a size that a person can still read. */
    findings: z.array(findingSchema.omit({ id: true })),
    /** The report of seed 004's JSON schema. */
    json: z.string(),
  }),
]);
export type DimensionsReport = z.infer<typeof dimensionsReport>;
