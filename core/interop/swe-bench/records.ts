import { z } from 'zod';

/** One row of `results.jsonl`: what one agent did on one task. */
export const resultRow = z.object({
  instanceId: z.string().min(1).max(200),
  agent: z.string().min(1),
  model: z.string().min(1),
  modelPatch: z.string().nullable(),
  repo: z.string().optional(),
  timestamp: z.string().optional(),
  commitHash: z.string().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cacheReadTokens: z.number().optional(),
  cacheCreationTokens: z.number().optional(),
  costUsd: z.number().optional(),
  numTurns: z.number().optional(),
  durationMs: z.number().optional(),
  toolCalls: z.record(z.string(), z.number()).optional(),
});
export type ResultRow = z.infer<typeof resultRow>;

/** A list of test names that the file holds as JSON text. */
const testNames = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not a JSON list of test names' });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string()));

/** One row of `tasks.jsonl`: what was asked for. */
export const taskRow = z.object({
  instance_id: z.string().min(1).max(200),
  repo: z.string(),
  base_commit: z.string().optional(),
  title: z.string(),
  FAIL_TO_PASS: testNames,
  PASS_TO_PASS: testNames,
});
export type TaskRow = z.infer<typeof taskRow>;

const outcomes = z.object({ success: z.array(z.string()), failure: z.array(z.string()) });

/** One member of `reports.json`: what the SWE-bench harness found. */
export const harnessReport = z.object({
  resolved: z.boolean(),
  patch_successfully_applied: z.boolean().optional(),
  tests_status: z.object({ FAIL_TO_PASS: outcomes, PASS_TO_PASS: outcomes }),
});
export type HarnessReport = z.infer<typeof harnessReport>;

/** A `*-resolved.json` file: another system of which only its solved tasks are known. */
export const resolvedList = z.object({
  system: z.string().min(1).max(200),
  source: z.string().optional(),
  date: z.string().optional(),
  resolvedIds: z.array(z.string()),
});
export type ResolvedList = z.infer<typeof resolvedList>;
