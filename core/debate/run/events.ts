import { z } from 'zod';
import { defineEvent } from '../../ledger/index.ts';
import { debateTurns, stopReasons } from '../debate-state.ts';
import { defect } from '../defect.ts';
import { agentRole } from '../role.ts';

const round = z.number().int().min(1);
const count = z.number().int().min(0);

/** A debate began. Payload `case`: the case as it was read, whole. */
export const debateStarted = defineEvent(
  'debate.started',
  z.strictObject({
    debate_id: z.string(),
    deal_id: z.string(),
    tenant: z.string(),
    title: z.string(),
    thesis: z.string().nullable(),
    as_of: z.string(),
    case_digest: z.string(),
    claims: count,
    documents: count,
    max_rounds: round,
    agents: z.enum(['rules', 'llm', 'replay']),
    run_id: z.string(),
    /** The debate that a replay plays again. */
    replay_of: z.string().nullable().default(null),
  }),
);
export type DebateStarted = Parameters<typeof debateStarted.draft>[2];

/** An output passed the Muḥāsabah gate and is part of the debate. Payload `output`: the whole of it. */
export const debateMessage = defineEvent(
  'debate.message',
  z.strictObject({
    debate_id: z.string(),
    message_id: z.string(),
    round,
    turn: z.enum(debateTurns),
    role: agentRole,
    agent_id: z.string(),
    /** 2 when an earlier output of this turn was rejected. */
    attempt: z.number().int().min(1).max(2),
    position: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    claims: count,
    challenges: count,
    rulings: count,
    critical: z.boolean(),
    agent_run: z.string(),
  }),
);

/**
 * An output was rejected and never became part of the debate (D5). Payload `output`: what came, as far as it was read.
 */
export const muhasabahRejected = defineEvent(
  'muhasabah.rejected',
  z.strictObject({
    debate_id: z.string(),
    agent_id: z.string(),
    role: agentRole,
    round,
    turn: z.enum(debateTurns),
    attempt: z.number().int().min(1).max(2),
    violations: z.array(z.strictObject({ rule: z.string(), detail: z.string() })).min(1),
    agent_run: z.string(),
  }),
);

/** A flagged defect is no longer open, with who said so and why (D9). */
export const defectSettled = defineEvent('defect.settled', z.strictObject({ debate_id: z.string(), round, defect }));

/** The debate reached a stop reason. Payload `state`: the final state, whole. */
export const debateStopped = defineEvent(
  'debate.stopped',
  z.strictObject({
    debate_id: z.string(),
    stop_reason: z.enum(stopReasons),
    /** What the stop reason rests on, in one sentence. */
    detail: z.string(),
    rounds: round,
    messages: count,
    dissent: count,
    /** SHA-256 over the RFC 8785 form of the final state. */
    state_digest: z.string(),
  }),
);

/** The ledger subject of a debate. */
export function debateSubject(debateId: string): string {
  return `debate:${debateId}`;
}

/** The execution id of the machine that runs a debate. */
export function debateRunId(debateId: string): string {
  return `debate-${debateId}`;
}
