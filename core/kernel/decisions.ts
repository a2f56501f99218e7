/** Layer 1: the decisions as functions. Their content is in `definitions.ts`. */
import * as definitions from './definitions.ts';
import { emptySituation, evaluateFormula, evaluateTerm } from './evaluate.ts';
import type { Formula } from './formula.ts';
import type { AgentAction, AgentState, ToolSpec } from './records.ts';

function onToolAndState(formula: Formula): (tool: ToolSpec, state: AgentState) => boolean {
  const holds = evaluateFormula(formula);
  return (tool, state) => holds({ ...emptySituation, tool, state });
}

function onState(formula: Formula): (state: AgentState) => boolean {
  const holds = evaluateFormula(formula);
  return (state) => holds({ ...emptySituation, state });
}

function onStateAndThreshold(formula: Formula): (state: AgentState, threshold?: number) => boolean {
  const holds = evaluateFormula(formula);
  return (state, threshold = definitions.satisfactionThreshold) =>
    holds({ ...emptySituation, state, given: { threshold } });
}

/** Permission alone: access level and execution (seed 000, Permission Model). */
export const toolPermitted = onToolAndState(definitions.toolPermitted);

/** Budget alone: tokens and seconds (seed 000, Permission Model). */
export const toolBudgetSufficient = onToolAndState(definitions.toolBudgetSufficient);

/** Permission and budget. It does not look at `mustRespond`: every caller checks that first (K2). */
export const canInvokeTool = onToolAndState(definitions.canInvokeTool);

export const hasError = onState(definitions.hasError);

/** The agent must stop and answer: done, error, no step, no token or no second left. */
export const mustRespond = onState(definitions.mustRespond);

/** The step limit is reached. */
export const stepsSpent = onState(definitions.stepsSpent);

/** No token or no second is left. */
export const budgetSpent = onState(definitions.budgetSpent);

/** Satisfaction has reached the threshold (K4). */
export const satisfied = onStateAndThreshold(definitions.satisfied);

/** Another step is to be taken. */
export const shouldContinue = onStateAndThreshold(definitions.shouldContinue);

const stepInvokesHolds = evaluateFormula(definitions.stepInvokes);

/** This action runs this tool in this state (K5). */
export function stepInvokes(action: AgentAction, tool: ToolSpec, state: AgentState): boolean {
  return stepInvokesHolds({ ...emptySituation, action, tool, state });
}

const remainingStepsValue = evaluateTerm(definitions.remainingSteps);

/** Steps left, never below 0: the measure that shrinks with every step. */
export function remainingSteps(state: AgentState): number {
  return remainingStepsValue({ ...emptySituation, state });
}

export type Phase = 'must-respond' | 'satisfied' | 'continue';

/** The one phase that holds (K3). */
export function phase(state: AgentState, threshold: number = definitions.satisfactionThreshold): Phase {
  if (mustRespond(state)) return 'must-respond';
  return satisfied(state, threshold) ? 'satisfied' : 'continue';
}
