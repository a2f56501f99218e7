import { z } from 'zod';
import type { AgentState, ErrorKind } from '../kernel/index.ts';

const storedError = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('resource-exhausted') }),
  z.strictObject({ kind: z.literal('max-iterations') }),
  z.strictObject({ kind: z.literal('precondition-failed'), reason: z.string() }),
  z.strictObject({ kind: z.literal('tool-error'), tool_name: z.string(), message: z.string() }),
]);

const natural = z.number().int().nonnegative();

/** A state in an event: what decides. The conversation, facts and goals only as counts. */
export const storedState = z.strictObject({
  step_counter: natural,
  max_steps: natural,
  token_budget: natural,
  time_budget: natural,
  file_access: natural,
  execute_allowed: z.boolean(),
  satisfaction: natural,
  done: z.boolean(),
  error: storedError,
  messages: natural,
  facts: natural,
  goals: natural,
  goals_achieved: natural,
});
export type StoredState = z.infer<typeof storedState>;

/** The part of a state that an event keeps: every number and flag, but of messages, facts and goals only how many. */
export function storeState(state: AgentState): StoredState {
  return {
    step_counter: state.stepCounter,
    max_steps: state.maxSteps,
    token_budget: state.tokenBudget,
    time_budget: state.timeBudget,
    file_access: state.fileAccess,
    execute_allowed: state.executeAllowed,
    satisfaction: state.satisfaction,
    done: state.done,
    error: storeError(state.error),
    messages: state.messages.length,
    facts: state.facts.length,
    goals: state.goals.length,
    goals_achieved: state.goals.filter((goal) => goal.achieved).length,
  };
}

function storeError(error: ErrorKind): StoredState['error'] {
  if (error.kind !== 'tool-error') return error;
  return { kind: error.kind, tool_name: error.toolName, message: error.message };
}
