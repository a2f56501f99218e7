import { z } from 'zod';
import { defineEvent } from '../ledger/index.ts';
import { storedState } from './stored-state.ts';

const storedTool = z.strictObject({
  name: z.string(),
  required_access: z.number(),
  requires_execute: z.boolean(),
  token_cost: z.number(),
  time_cost: z.number(),
});

/** A run of an agent began with these tools in this state. */
export const agentRunStarted = defineEvent(
  'agent_run.started',
  z.strictObject({ run_id: z.string(), agent_id: z.string(), tools: z.array(storedTool), state: storedState }),
);

/**
 * The kernel decided about one step, before anything ran. Payload `query`: what a tool was asked. Payload `record`: the
 * step as the history has it, when the step ended here.
 */
export const agentRunDecided = defineEvent(
  'agent_run.decided',
  z.strictObject({
    run_id: z.string(),
    step: z.number().int(),
    action: z.enum(['tool-call', 'final-answer', 'no-action']),
    /** The tool that was asked for; null when none was. */
    tool_name: z.string().nullable(),
    verdict: z.enum(['permitted', 'refused', 'answered', 'idle', 'model-failed']),
    /** Why a call was refused or the model failed. */
    reason: z.string().nullable(),
    /** What stands between the agent and the tool, one sentence each. */
    obstacles: z.array(z.string()),
    /** What thinking took; null when it took nothing. */
    usage: z
      .strictObject({
        input_tokens: z.number().int(),
        output_tokens: z.number().int(),
        estimated: z.boolean(),
        /** Null when the price is unknown. */
        cost: z.number().nullable(),
        currency: z.string().nullable(),
      })
      .nullable()
      .default(null),
    before: storedState,
    after: storedState,
  }),
);
export type AgentRunDecided = Parameters<typeof agentRunDecided.draft>[2];

/** A permitted call came back, failed, or was cut off. Payloads: `observation`, `record`. */
export const agentRunReturned = defineEvent(
  'agent_run.returned',
  z.strictObject({
    run_id: z.string(),
    step: z.number().int(),
    tool_name: z.string(),
    success: z.boolean(),
    items: z.number().int(),
    /** The response was larger than its bounds and was cut (K12). */
    cut: z.boolean(),
    before: storedState,
    after: storedState,
  }),
);

/** The run ended; in the phase `continue` somebody stopped it. */
export const agentRunFinished = defineEvent(
  'agent_run.finished',
  z.strictObject({
    run_id: z.string(),
    steps: z.number().int(),
    phase: z.enum(['must-respond', 'satisfied', 'continue']),
    state: storedState,
  }),
);
