import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dimensionNames } from '../gate-record.ts';

/** One violation of a policy, as it stands in the ledger: cut to a size that a leaf can hold. */
export const findingSchema = z.strictObject({
  /** `f-` and 16 hex digits, the same whenever the same change is verified again. Unique within a piece of work. */
  id: z.string(),
  dimension: z.enum(dimensionNames),
  severity: z.enum(['error', 'warning', 'info']),
  /** `complexity/cyclomatic`; has a page of its own. */
  rule: z.string(),
  file: z.string(),
  /** 1-based line in the file as the agent left it; null when the finding is about the whole file. */
  line: z.number().int().nullable(),
  /** What it is about: a function, a name, a path. */
  symbol: z.string(),
  message: z.string(),
  suggestion: z.string().nullable(),
});
export type Finding = Readonly<z.infer<typeof findingSchema>>;

/** Why nothing could be said about a file, or about all of them (null). */
const openPartSchema = z.strictObject({
  dimension: z.enum(dimensionNames),
  file: z.string().nullable(),
  reason: z.string(),
});

/** What the five dimensions found under one policy. The whole report is the payload `dimensions`. */
export const dimensionReportSchema = z.strictObject({
  policy: z.string(),
  /** Over the rules as they were applied: `sha256:` + hex of their RFC 8785 form. */
  policy_digest: z.string(),
  /** How many there are; `findings` holds the first of each dimension. */
  found: z.number().int(),
  /** How many of them are no errors. */
  warnings: z.number().int(),
  findings: z.array(findingSchema),
  open: z.array(openPartSchema),
});
export type DimensionReport = z.infer<typeof dimensionReportSchema>;

/** The same before it is tied to a change. */
export interface FoundDimensions extends Pick<DimensionReport, 'policy' | 'found' | 'warnings' | 'open'> {
  readonly policyDigest: string;
  readonly findings: readonly Omit<Finding, 'id'>[];
  /** The report of seed 004's JSON schema. */
  readonly json: string;
}

/** The most findings, and the most reasons why something was left open, of one dimension in the ledger's leaf. */
export const findingsPerDimension = 50;
export const openPartLimit = 10;

/** Name of the payload that holds the whole report. */
export const dimensionsPayload = 'dimensions';

/** The report as it is stored, its findings bound to this change: another change has others, even in the same place. */
export function dimensionReport(found: FoundDimensions | null, diffDigest: string | null): DimensionReport | null {
  if (found === null) return null;
  const { policy, policyDigest, warnings, open } = found;
  return {
    policy,
    policy_digest: policyDigest,
    found: found.found,
    warnings,
    findings: identified(found.findings, diffDigest),
    open: open.map((part) => ({ ...part })),
  };
}

function identified(findings: FoundDimensions['findings'], diffDigest: string | null): Finding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { dimension, rule, file, line, symbol } = finding;
    const place = JSON.stringify([diffDigest, dimension, rule, file, line, symbol]);
    const earlier = seen.get(place) ?? 0;
    seen.set(place, earlier + 1);
    const digest = createHash('sha256').update(`${place}${earlier}`).digest('hex');
    return { ...finding, id: `f-${digest.slice(0, 16)}` };
  });
}
