/** What a run used, what a step cost, and what it changed. Pure. */
import type { AgentRunDetail, AgentRunState, AgentRunStep } from '../../../core/api/index.ts';
import { count, counted } from '../../text/words.ts';

/** One budget of a run: how much of it is used, never beyond 0 and the total. */
export interface BudgetFigure {
  readonly label: 'Steps' | 'Tokens' | 'Time';
  readonly unit: string;
  readonly used: number;
  readonly total: number;
}

/** The budgets of a run as they stand after its last step. */
export function budgetFigures({ initial, steps }: Pick<AgentRunDetail, 'initial' | 'steps'>): readonly BudgetFigure[] {
  const last = steps[steps.length - 1]?.after ?? initial;
  return [
    figure('Steps', 'steps', last.stepCounter, initial.maxSteps),
    figure('Tokens', 'tokens', initial.tokenBudget - last.tokenBudget, initial.tokenBudget),
    figure('Time', 's', initial.timeBudget - last.timeBudget, initial.timeBudget),
  ];
}

function figure(label: BudgetFigure['label'], unit: string, used: number, total: number): BudgetFigure {
  return { label, unit, used: Math.min(Math.max(0, used), total), total };
}

/** What a step paid: `−40 tokens, −5 s`, or `no cost`. */
export function costText({ before, after }: Pick<AgentRunStep, 'before' | 'after'>): string {
  const tokens = before.tokenBudget - after.tokenBudget;
  const seconds = before.timeBudget - after.timeBudget;
  const parts = [
    ...(tokens > 0 ? [`−${counted(tokens, 'token')}`] : []),
    ...(seconds > 0 ? [`−${count(seconds)} s`] : []),
  ];
  return parts.length === 0 ? 'no cost' : parts.join(', ');
}

/** What is left of the budgets: `4 steps, 60 tokens, 25 s left`. */
export function leftText(state: AgentRunState): string {
  const steps = Math.max(0, state.maxSteps - state.stepCounter);
  return `${counted(steps, 'step')}, ${counted(state.tokenBudget, 'token')}, ${count(state.timeBudget)} s left`;
}

export interface StateField {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly changed: boolean;
}

const accessWords = ['none', 'read', 'write'] as const;

const fields: readonly (readonly [label: string, write: (state: AgentRunState) => string])[] = [
  ['Steps done', (state) => `${count(state.stepCounter)} of ${count(state.maxSteps)}`],
  ['Tokens left', (state) => count(state.tokenBudget)],
  ['Time left', (state) => `${count(state.timeBudget)} s`],
  ['File access', (state) => accessWords[state.fileAccess] ?? `${state.fileAccess}`],
  ['May execute', (state) => (state.executeAllowed ? 'yes' : 'no')],
  ['Satisfaction', (state) => `${state.satisfaction} of 100`],
  ['Done', (state) => (state.done ? 'yes' : 'no')],
  ['Error', (state) => state.error ?? 'none'],
];

/** Every field of the state before and after a step, with those marked that the step changed. */
export function stateFields({ before, after }: Pick<AgentRunStep, 'before' | 'after'>): readonly StateField[] {
  return fields.map(([label, write]) => {
    const [from, to] = [write(before), write(after)];
    return { label, before: from, after: to, changed: from !== to };
  });
}
