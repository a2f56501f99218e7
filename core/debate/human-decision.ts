import { z } from 'zod';
import { decidingRoles } from '../review/index.ts';

/** What came of a human gate that the arbiter asked for. The next turn of the arbiter reads it (G4). */
export const humanDecision = z.object({
  gate_id: z.string(),
  /** The round in which the arbiter asked. */
  round_number: z.number().int().min(1),
  claim_refs: z.array(z.guid()),
  /** Why the arbiter asked. */
  asked: z.string(),
  state: z.enum(['approved', 'rejected', 'edited', 'responded', 'expired', 'withdrawn', 'terminated']),
  /** What the person gave as the reason; null when there is none. */
  reason: z.string().nullable(),
  /** Who decided, and in which role; null when nobody did. */
  reviewer: z.string().nullable().default(null),
  role: z.enum(decidingRoles).nullable().default(null),
});
export type HumanDecision = Readonly<z.infer<typeof humanDecision>>;
