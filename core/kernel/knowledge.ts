/** Phase 2 of seed 000: facts that only grow, and goals. */
import { fixNatural, fixPercentage } from './natural.ts';
import type { AgentState, Fact, Goal } from './records.ts';
import { updateSatisfaction } from './transitions.ts';

/** Adds a fact at the end. No function of the kernel takes one away (K9). */
export function addFact(fact: Fact, state: AgentState): AgentState {
  return { ...state, facts: [...state.facts, { ...fact, confidence: fixPercentage(fact.confidence) }] };
}

/** Marks every goal of that name as achieved and sets the satisfaction to the share of achieved goals. */
export function achieveGoal(name: string, state: AgentState): AgentState {
  const goals = state.goals.map((goal) => (goal.name === name ? { ...goal, achieved: true } : goal));
  return updateSatisfaction(satisfactionOf(goals), { ...state, goals });
}

/** Whole per cent of goals that are achieved: 100 only when all are, 0 without goals. */
export function satisfactionOf(goals: readonly Goal[]): number {
  const achieved = goals.filter((goal) => goal.achieved).length;
  return goals.length === 0 ? 0 : fixNatural(Math.floor((100 * achieved) / goals.length));
}
