import { z } from 'zod';
import type { Json } from '../canonical/index.ts';

/** The voting rules of a gate as they stand in its policy (G6). What is left out has the default. */
export const votingRules = z.object({
  /** Distinct approvals that approve. */
  quorum: z.number().int().min(1).default(1),
  /** Rejects that reject. */
  deny_threshold: z.number().int().min(1).default(1),
  /** One reject is always enough. */
  veto: z.boolean().default(false),
  /** Approve needs a reason as well, as for probation (C8). Reject always does (G4). */
  reason_required: z.boolean().default(false),
});
export type VotingRules = z.infer<typeof votingRules>;

/**
 * The policy that stopped the action: the voting rules, and whatever else decided that a person must look, in plain
 * JSON. All of it is under the action digest, so a changed policy needs a new decision (G3).
 */
export interface GatePolicy {
  readonly [key: string]: Json;
}
