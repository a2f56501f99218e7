import { z } from 'zod';
import { defineEvent } from '../../ledger/index.ts';
import { decidingRoles } from '../../review/index.ts';
import { defect } from '../defect.ts';

export const toolResultStatuses = ['SUCCESS', 'DENIED', 'ERROR'] as const;

/**
 * One attempt to use a tool, allowed or not (seed 002 §6.1, D6). Payload `tool_args`: what the agent asked, as it came.
 * The result is in the event by its hash only.
 */
export const agentToolCall = defineEvent(
  'agent.tool_call',
  z.strictObject({
    debate_id: z.string(),
    /** The same when a turn is repeated after a crash. */
    call_id: z.string(),
    agent_id: z.string(),
    role: z.string(),
    round_number: z.number().int().min(1),
    turn: z.string(),
    attempt: z.number().int().min(1),
    tool_name: z.string(),
    result_status: z.enum(toolResultStatuses),
    /** The name of the error; null for a success. */
    error: z.string().nullable(),
    /** `sha256:` and 64 hex digits over the RFC 8785 form of the result; null without one. */
    result_hash: z.string().nullable(),
    /** Whether it counts against the cap of its round: it got past permission and cap. */
    counted: z.boolean(),
  }),
);
export type ToolCallRecord = Parameters<typeof agentToolCall.draft>[2];

/** The sanad breaker flagged a defect of a claim's evidence. */
export const defectFlagged = defineEvent(
  'defect.flagged',
  z.strictObject({ debate_id: z.string(), agent_id: z.string(), round_number: z.number().int().min(1), defect }),
);

/**
 * The arbiter asked for a person. The gate itself is the `gate.requested` event beside this one; in a replay it is
 * that of the recorded debate.
 */
export const humanGateCreated = defineEvent(
  'human_gate.created',
  z.strictObject({
    debate_id: z.string(),
    gate_id: z.string(),
    agent_id: z.string(),
    round_number: z.number().int().min(1),
    claim_ids: z.array(z.string()).min(1),
    reason: z.string(),
    priority: z.enum(['LOW', 'NORMAL', 'HIGH', 'CRITICAL']),
    required_role: z.enum(decidingRoles),
    /** Of what the person is shown; null in records from before it was kept. */
    action_digest: z.string().nullable().default(null),
    /** The withdrawn gate whose question this one asks again; null for a new question. */
    instead_of: z.string().nullable().default(null),
  }),
);
