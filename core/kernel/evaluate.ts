/** Turns a definition into the function that the kernel runs. */

import { agentState, toolSpec } from './fix.ts';
import type { Formula, Term } from './formula.ts';
import { fixNatural } from './natural.ts';
import type { AgentAction, AgentState, ToolSpec } from './records.ts';

/** Everything a definition may look at. */
export interface Situation {
  readonly action: AgentAction;
  readonly tool: ToolSpec;
  readonly state: AgentState;
  readonly given: Readonly<Record<string, number>>;
}

/** A situation for definitions that look at less than all of it. */
export const emptySituation: Situation = {
  action: { kind: 'no-action' },
  tool: toolSpec(),
  state: agentState(),
  given: {},
};

/** The number a term stands for. Fields are read as naturals whatever they hold (K1). */
export function evaluateTerm(term: Term): (situation: Situation) => number {
  switch (term.term) {
    case 'number':
      return () => term.value;
    case 'tool':
      return ({ tool }) => fixNatural(tool[term.field]);
    case 'state':
      return ({ state }) => fixNatural(state[term.field]);
    case 'given':
      return ({ given }) => fixNatural(given[term.name]);
    case 'sum':
      return pair(term, (left, right) => left + right);
    case 'difference':
      return pair(term, (left, right) => Math.max(left - right, 0));
    case 'least':
      return pair(term, Math.min);
    case 'either': {
      const when = evaluateFormula(term.when);
      const yes = evaluateTerm(term.yes);
      const no = evaluateTerm(term.no);
      return (situation) => (when(situation) ? yes(situation) : no(situation));
    }
    case 'defined':
      return evaluateTerm(term.by);
  }
}

/** Whether a formula holds. */
export function evaluateFormula(formula: Formula): (situation: Situation) => boolean {
  switch (formula.formula) {
    case 'at-most':
      return pair(formula, (left, right) => left <= right);
    case 'less-than':
      return pair(formula, (left, right) => left < right);
    case 'equal':
      return pair(formula, (left, right) => left === right);
    case 'tool-flag':
      return ({ tool }) => tool[formula.field];
    case 'state-flag':
      return ({ state }) => state[formula.field];
    case 'error-is':
      return ({ state }) => state.error.kind === formula.kind;
    case 'action-is':
      return ({ action }) => action.kind === formula.kind;
    case 'names-tool':
      return ({ action, tool }) => action.kind === 'tool-call' && action.toolName === tool.name;
    case 'not': {
      const negated = evaluateFormula(formula.of);
      return (situation) => !negated(situation);
    }
    case 'and': {
      const parts = formula.of.map(evaluateFormula);
      return (situation) => parts.every((part) => part(situation));
    }
    case 'or': {
      const parts = formula.of.map(evaluateFormula);
      return (situation) => parts.some((part) => part(situation));
    }
    case 'defined':
      return evaluateFormula(formula.by);
  }
}

function pair<T>(of: { readonly left: Term; readonly right: Term }, combine: (left: number, right: number) => T) {
  const left = evaluateTerm(of.left);
  const right = evaluateTerm(of.right);
  return (situation: Situation): T => combine(left(situation), right(situation));
}
