import { z } from 'zod';
import { cureProtocols, defectType } from './defect.ts';
import { muhasabahRecord } from './muhasabah/record.ts';

/** A tool call as an output lists it; the ledger has its own record of each (D6). */
export const toolCall = z.object({
  call_id: z.string(),
  tool_name: z.string(),
  tool_args: z.record(z.string(), z.json()),
  result_status: z.enum(['SUCCESS', 'DENIED', 'ERROR']),
  result_hash: z.string().nullable(),
});
export type ToolCall = Readonly<z.infer<typeof toolCall>>;

/** What the sanad breaker says is wrong with claims (seed 002 §6.3). */
export const challenge = z.object({
  challenge_id: z.string(),
  claim_refs: z.array(z.guid()),
  defect_type: defectType,
  evidence_refs: z.array(z.guid()),
  description: z.string(),
  cure_protocol: z.enum(cureProtocols),
});
export type Challenge = Readonly<z.infer<typeof challenge>>;

export const arbiterDecision = z.object({
  round_number: z.number().int().min(1),
  challenge_id: z.string(),
  ruling: z.enum(['UPHELD', 'DISMISSED', 'FRIVOLOUS', 'ESCALATED']),
  reason: z.string(),
  claim_refs: z.array(z.guid()),
});
export type ArbiterDecision = Readonly<z.infer<typeof arbiterDecision>>;

/** What an output says in a form that programs read. Every field may be absent. */
export const structuredContent = z.object({
  /** Where the role stands, in few words and without role or round: `support`, `oppose: unit errors in …` (D2). */
  position: z.string().optional(),
  challenges: z.array(challenge).optional(),
  rulings: z.array(arbiterDecision).optional(),
  open_questions: z.array(z.string()).optional(),
  /** Searches that the round should still make. */
  evidence_requests: z.array(z.string()).optional(),
  new_evidence_found: z.boolean().optional(),
  critical_defect_detected: z.boolean().optional(),
  has_grade_d_material_claim: z.boolean().optional(),
});
export type StructuredContent = Readonly<z.infer<typeof structuredContent>>;

/** What a role says in its turn (seed 002 §3.2). */
export const agentOutput = z.object({
  agent_id: z.string(),
  role: z.string(),
  /** The runner says which round it is; what stands here is not believed. */
  round_number: z.number().int().min(1).optional(),
  /** Markdown. */
  content: z.string(),
  structured_content: structuredContent.default({}),
  claim_refs: z.array(z.guid()),
  calc_refs: z.array(z.guid()).default([]),
  tool_calls: z.array(toolCall).default([]),
  muhasabah_record: muhasabahRecord,
  timestamp: z.iso.datetime().optional(),
});
export type AgentOutput = Readonly<z.infer<typeof agentOutput>>;
