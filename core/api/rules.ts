import { z } from 'zod';
import { emptyInput, isoTimestamp } from './common.ts';
import { dimension } from './work.ts';

/** How often a rule spoke in this ledger, and what people said to that. */
const counts = {
  found: z.number().int(),
  falseAlarms: z.number().int(),
  acceptedRisks: z.number().int(),
};

export const ruleRow = z.object({
  rule: z.string(),
  title: z.string(),
  /** Null for rules about files and syntax, which any dimension may report. */
  dimension: dimension.nullable(),
  severity: z.enum(['error', 'warning']),
  ...counts,
});
export type RuleRow = z.infer<typeof ruleRow>;

/** What a person said about one finding of a rule. */
export const ruleMark = z.object({
  taskId: z.string(),
  agentId: z.string(),
  findingId: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  message: z.string(),
  kind: z.enum(['false-alarm', 'accepted', 'refused']),
  by: z.string(),
  at: isoTimestamp,
  reason: z.string().nullable(),
});
export type RuleMark = z.infer<typeof ruleMark>;

export const rulePage = z.object({
  row: ruleRow,
  /** What it means when this rule speaks. */
  meaning: z.string(),
  /** Code or a change that it speaks about, and how it is put right. */
  example: z.object({ bad: z.string(), good: z.string(), language: z.string() }),
  /** Why it is a rule. */
  why: z.string(),
  /** Which field of a policy sets it; null when it cannot be set. */
  setting: z.string().nullable(),
  /** Where it comes from. */
  source: z.string(),
  /** The newest findings that people said something about, at most 100. */
  marks: z.array(ruleMark),
});
export type RulePage = z.infer<typeof rulePage>;

export const ruleQueries = {
  'rules.list': { input: emptyInput, output: z.object({ rows: z.array(ruleRow) }) },
  /** Error: `rule-unknown`. */
  'rules.get': { input: z.strictObject({ rule: z.string().min(1).max(200) }), output: rulePage },
} as const;
