/** Layer 2: how a state changes. Each returns a new record and leaves every other field as it was. */
import * as definitions from './definitions.ts';
import { emptySituation, evaluateTerm } from './evaluate.ts';
import type { AgentState, ErrorKind, ToolSpec } from './records.ts';

const tokensAfterDeduction = evaluateTerm(definitions.tokensAfterDeduction);
const timeAfterDeduction = evaluateTerm(definitions.timeAfterDeduction);
const stepsAfterIncrement = evaluateTerm(definitions.stepsAfterIncrement);
const satisfactionAfterUpdate = evaluateTerm(definitions.satisfactionAfterUpdate);

/** Takes the tool's cost from both budgets, which never go below 0 (K5). */
export function deductToolCost(tool: ToolSpec, state: AgentState): AgentState {
  const situation = { ...emptySituation, tool, state };
  return { ...state, tokenBudget: tokensAfterDeduction(situation), timeBudget: timeAfterDeduction(situation) };
}

/** Counts one step, whatever comes of it: it is the first thing a step does (K5). */
export function incrementStep(state: AgentState): AgentState {
  return { ...state, stepCounter: stepsAfterIncrement({ ...emptySituation, state }) };
}

/** Sets the satisfaction, held to 0..100 (K4). */
export function updateSatisfaction(value: number, state: AgentState): AgentState {
  return { ...state, satisfaction: satisfactionAfterUpdate({ ...emptySituation, state, given: { value } }) };
}

/** The state after a final answer (K5): from now on the agent must respond. */
export function markDone(state: AgentState): AgentState {
  return { ...state, done: true };
}

/** Replaces the error of the state; `noError` clears it. */
export function setError(error: ErrorKind, state: AgentState): AgentState {
  return { ...state, error };
}
