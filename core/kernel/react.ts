/** Layer 3: one step of the ReAct loop. */
import { mustRespond, stepInvokes } from './decisions.ts';
import type { AgentAction, AgentState, ToolSpec } from './records.ts';
import { deductToolCost, incrementStep, markDone, setError } from './transitions.ts';

export const nameMismatch = 'Tool name mismatch';
export const notAllowed = 'Tool not permitted or insufficient budget';

/** `refused`: the agent must respond, so there is no step to take. The state stays as it was. */
export type StepResult =
  | { readonly kind: 'stepped'; readonly state: AgentState }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Takes one step with the tool that the action names (K5). The step is counted first; then a tool call is paid for or
 * ends in `precondition-failed`, a final answer ends the run, and no action does nothing.
 */
export function reactStep(action: AgentAction, tool: ToolSpec, state: AgentState): StepResult {
  if (mustRespond(state)) return { kind: 'refused', reason: 'The agent must respond: no further step is possible' };
  return { kind: 'stepped', state: actOn(action, tool, incrementStep(state)) };
}

function actOn(action: AgentAction, tool: ToolSpec, state: AgentState): AgentState {
  switch (action.kind) {
    case 'tool-call': {
      if (stepInvokes(action, tool, state)) return deductToolCost(tool, state);
      const reason = action.toolName === tool.name ? notAllowed : nameMismatch;
      return setError({ kind: 'precondition-failed', reason }, state);
    }
    case 'final-answer':
      return markDone(state);
    case 'no-action':
      return state;
  }
}
