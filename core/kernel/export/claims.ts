/** The theorems of seed 000 in the language of the definitions, for solvers that read the export. */
import * as d from '../definitions.ts';
import {
  actionIs,
  and,
  atMost,
  difference,
  either,
  equal,
  errorIs,
  type Formula,
  given,
  lessThan,
  not,
  number,
  or,
  state,
  sum,
  tool,
} from '../formula.ts';

/** Whenever everything in `assuming` is true, `holds` is true, for all records of natural numbers. */
export interface Claim {
  readonly name: string;
  readonly assuming: readonly Formula[];
  readonly holds: Formula;
}

const natural = (term: Parameters<typeof atMost>[1]): Formula => atMost(number(0), term);
const percentage = (term: Parameters<typeof atMost>[1]): Formula => and(natural(term), atMost(term, number(100)));
const threshold = given('threshold');

/** The budgets after a step (K5). */
const tokensAfterStep = either(d.stepInvokes, d.tokensAfterDeduction, state.tokenBudget);
const timeAfterStep = either(d.stepInvokes, d.timeAfterDeduction, state.timeBudget);

const otherFieldsNatural = and(
  natural(state.maxSteps),
  natural(state.fileAccess),
  natural(state.satisfaction),
  natural(state.maxContextTokens),
);
const budgetsNatural = and(natural(state.tokenBudget), natural(state.timeBudget));

export const claims: readonly Claim[] = [
  { name: 'permission-safety', assuming: [d.canInvokeTool], holds: d.toolPermitted },
  {
    name: 'budget-bounds-after-deduct',
    assuming: [],
    holds: and(natural(d.tokensAfterDeduction), natural(d.timeAfterDeduction)),
  },
  { name: 'error-state-forces-must-respond', assuming: [d.hasError], holds: d.mustRespond },
  { name: 'every-error-is-an-error', assuming: [not(errorIs('none'))], holds: d.hasError },
  { name: 'termination-by-max-steps', assuming: [atMost(state.maxSteps, state.stepCounter)], holds: d.mustRespond },
  { name: 'step-increases-after-increment', assuming: [], holds: lessThan(state.stepCounter, d.stepsAfterIncrement) },
  {
    name: 'remaining-steps-decreases-after-increment',
    assuming: [lessThan(state.stepCounter, state.maxSteps)],
    holds: lessThan(difference(state.maxSteps, d.stepsAfterIncrement), d.remainingSteps),
  },
  {
    name: 'remaining-steps-are-what-is-left',
    assuming: [atMost(state.stepCounter, state.maxSteps)],
    holds: equal(sum(d.remainingSteps, state.stepCounter), state.maxSteps),
  },
  { name: 'continue-respond-partition', assuming: [], holds: or(d.mustRespond, d.shouldContinue, d.satisfied) },
  {
    name: 'exactly-one-phase',
    assuming: [],
    holds: and(
      not(and(d.shouldContinue, d.mustRespond)),
      not(and(d.shouldContinue, d.satisfied)),
      or(d.shouldContinue, d.mustRespond, and(d.satisfied, not(d.mustRespond))),
    ),
  },
  {
    name: 'deduct-preserves-agent-state',
    assuming: [],
    holds: and(natural(d.tokensAfterDeduction), natural(d.timeAfterDeduction), otherFieldsNatural),
  },
  {
    name: 'increment-preserves-agent-state',
    assuming: [],
    holds: and(natural(d.stepsAfterIncrement), budgetsNatural, otherFieldsNatural),
  },
  {
    name: 'update-satisfaction-preserves-agent-state',
    assuming: [natural(given('value'))],
    holds: and(percentage(d.satisfactionAfterUpdate), budgetsNatural),
  },
  { name: 'mark-done-preserves-agent-state', assuming: [], holds: and(budgetsNatural, otherFieldsNatural) },
  { name: 'set-error-preserves-agent-state', assuming: [], holds: and(budgetsNatural, otherFieldsNatural) },
  {
    name: 'react-step-preserves-agent-state',
    assuming: [not(d.mustRespond)],
    holds: and(natural(tokensAfterStep), natural(timeAfterStep), natural(d.stepsAfterIncrement), otherFieldsNatural),
  },
  {
    name: 'deduction-is-exact',
    assuming: [d.canInvokeTool],
    holds: and(
      equal(sum(d.tokensAfterDeduction, tool.tokenCost), state.tokenBudget),
      equal(sum(d.timeAfterDeduction, tool.timeCost), state.timeBudget),
    ),
  },
  {
    name: 'budgets-never-grow',
    assuming: [],
    holds: and(atMost(tokensAfterStep, state.tokenBudget), atMost(timeAfterStep, state.timeBudget)),
  },
  {
    name: 'only-permitted-tools-are-paid-for',
    assuming: [or(lessThan(tokensAfterStep, state.tokenBudget), lessThan(timeAfterStep, state.timeBudget))],
    holds: and(actionIs('tool-call'), d.toolPermitted, d.toolBudgetSufficient),
  },
  {
    name: 'satisfaction-threshold-decides',
    assuming: [not(d.mustRespond), lessThan(state.satisfaction, threshold)],
    holds: d.shouldContinue,
  },
];
