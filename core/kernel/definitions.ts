/** Layer 1, written down once: what the kernel decides and how its numbers change (seed 000, K2–K5). */
import {
  actionIs,
  and,
  atMost,
  type Definition,
  difference,
  equal,
  errorIs,
  given,
  least,
  namesTool,
  not,
  number,
  or,
  predicate,
  quantity,
  state,
  sum,
  tool,
} from './formula.ts';

/** Satisfaction at which a goal counts as reached (K4). */
export const satisfactionThreshold = 100;

export const toolPermitted = predicate(
  'tool-permitted',
  and(atMost(tool.requiredAccess, state.fileAccess), or(not(tool.requiresExecute), state.executeAllowed)),
);

export const toolBudgetSufficient = predicate(
  'tool-budget-sufficient',
  and(atMost(tool.tokenCost, state.tokenBudget), atMost(tool.timeCost, state.timeBudget)),
);

export const canInvokeTool = predicate('can-invoke-tool', and(toolPermitted, toolBudgetSufficient));

export const hasError = predicate('has-error', not(errorIs('none')));

export const stepsSpent = predicate('steps-spent', atMost(state.maxSteps, state.stepCounter));

export const budgetSpent = predicate(
  'budget-spent',
  or(equal(state.tokenBudget, number(0)), equal(state.timeBudget, number(0))),
);

export const mustRespond = predicate('must-respond', or(state.done, hasError, stepsSpent, budgetSpent));

/** Given `threshold`. */
export const satisfied = predicate('satisfied', atMost(given('threshold'), state.satisfaction));

/** Given `threshold`. */
export const shouldContinue = predicate('should-continue', and(not(mustRespond), not(satisfied)));

export const remainingSteps = quantity('remaining-steps', difference(state.maxSteps, state.stepCounter));

export const tokensAfterDeduction = quantity('tokens-after-deduction', difference(state.tokenBudget, tool.tokenCost));

export const timeAfterDeduction = quantity('time-after-deduction', difference(state.timeBudget, tool.timeCost));

export const stepsAfterIncrement = quantity('steps-after-increment', sum(state.stepCounter, number(1)));

/** Given `value`. */
export const satisfactionAfterUpdate = quantity('satisfaction-after-update', least(given('value'), number(100)));

/** A step runs the tool: it is named, permitted and affordable (K5). */
export const stepInvokes = predicate('step-invokes', and(actionIs('tool-call'), namesTool, canInvokeTool));

/** Everything above by its exported name, each after what it uses. */
export const definitions: readonly Definition[] = [
  toolPermitted,
  toolBudgetSufficient,
  canInvokeTool,
  hasError,
  stepsSpent,
  budgetSpent,
  mustRespond,
  satisfied,
  shouldContinue,
  remainingSteps,
  tokensAfterDeduction,
  timeAfterDeduction,
  stepsAfterIncrement,
  satisfactionAfterUpdate,
  stepInvokes,
];
