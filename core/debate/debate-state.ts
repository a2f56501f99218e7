import { z } from 'zod';
import { agentOutput, arbiterDecision } from './agent-output.ts';

export const stopReasons = [
  'CONSENSUS',
  'STABLE_DISSENT',
  'EVIDENCE_EXHAUSTED',
  'MAX_ROUNDS',
  'CRITICAL_DEFECT',
] as const;
export type StopReason = (typeof stopReasons)[number];

/**
 * The turns of a round, in order (D1). `rebuttal` is the advocate's second turn, `retrieval` happens when asked for.
 */
export const debateTurns = [
  'opening',
  'challenge',
  'contradiction',
  'risk',
  'rebuttal',
  'retrieval',
  'closing',
] as const;
export type DebateTurn = (typeof debateTurns)[number];

/** An output that passed the Muḥāsabah gate, at its place in the debate. */
export const debateMessage = z.object({
  message_id: z.string(),
  turn: z.enum(debateTurns),
  output: agentOutput.extend({ round_number: z.number().int().min(1) }),
});
export type DebateMessage = Readonly<z.infer<typeof debateMessage>>;

/** A position that did not win and is kept. */
export const dissentRecord = z.object({
  agent_id: z.string(),
  role: z.string(),
  round_number: z.number().int().min(1),
  position: z.string(),
  confidence: z.number().min(0).max(1),
  claim_refs: z.array(z.guid()),
  reason: z.string(),
});
export type DissentRecord = Readonly<z.infer<typeof dissentRecord>>;

/** Everything that an agent sees of a debate (seed 002 §3.1). */
export const debateState = z.object({
  deal_id: z.guid(),
  debate_id: z.guid().optional(),
  round_number: z.number().int().min(1),
  max_rounds: z.number().int().min(1).default(5),
  claim_registry_ref: z.string(),
  sanad_graph_ref: z.string().optional(),
  messages: z.array(debateMessage),
  open_questions: z.array(z.string()).default([]),
  utility_scores: z.record(z.string(), z.number()).default({}),
  arbiter_decisions: z.array(arbiterDecision).default([]),
  consensus_reached: z.boolean().default(false),
  stop_reason: z.enum(stopReasons).nullable().default(null),
  preserved_dissent: z.array(dissentRecord).default([]),
});
export type DebateState = Readonly<z.infer<typeof debateState>>;
