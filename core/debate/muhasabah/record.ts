import { z } from 'zod';

export const falsifiabilityTest = z.object({
  test_description: z.string().optional(),
  required_evidence: z.string().optional(),
  pass_fail_rule: z.string().optional(),
});
export type FalsifiabilityTest = Readonly<z.infer<typeof falsifiabilityTest>>;

export const uncertainty = z.object({
  uncertainty: z.string().optional(),
  impact: z.string().optional(),
  mitigation: z.string().optional(),
});
export type Uncertainty = Readonly<z.infer<typeof uncertainty>>;

/** The accounting that an agent gives of its own statement (seed 002 §3.3). */
export const muhasabahRecord = z.object({
  /** Must not be empty when the statement asserts a fact (D3). */
  supported_claim_ids: z.array(z.guid()),
  supported_calc_ids: z.array(z.guid()).default([]),
  evidence_summary: z.string().optional(),
  /** Another explanation of the same evidence. */
  counter_hypothesis: z.string().optional(),
  /** Must be present when confidence is above 0.50. */
  falsifiability_tests: z.array(falsifiabilityTest).default([]),
  /** Must be present when a cited claim is graded below A or has a single chain. */
  uncertainties: z.array(uncertainty).default([]),
  failure_modes: z.array(z.string()).default([]),
  confidence: z.number().min(0).max(1),
  confidence_justification: z.string().optional(),
});
export type MuhasabahRecord = Readonly<z.infer<typeof muhasabahRecord>>;
