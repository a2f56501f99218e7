/** How runs and their steps are said in words. Pure. */
import type { AgentRunDetail, AgentRunRow, AgentRunStep } from '../../../core/api/index.ts';

/** One word for how a run stands: it stands beside its sign. */
export function runWord({ sign, ending }: Pick<AgentRunRow, 'sign' | 'ending'>): string {
  if (ending === null) return 'running';
  return sign === 'failed' ? 'stopped' : ending;
}

/** One sentence for how a run stands. Where a refused call ended it, what stood in the way of that call. */
export function endingSentence({ row, steps }: Pick<AgentRunDetail, 'row' | 'steps'>): string {
  const { sign, ending } = row;
  if (ending === null) return 'It has not ended.';
  const last = steps[steps.length - 1];
  if (last?.verdict === 'refused' && last.obstacles.length > 0) {
    return `Step ${last.step} was refused: ${last.toolName ?? 'the tool'} ${last.obstacles.join('; ')}.`;
  }
  if (sign === 'failed') return `${ending.charAt(0).toUpperCase()}${ending.slice(1)}.`;
  return ending === 'satisfied' ? 'The agent reached what satisfies it.' : 'The agent gave its final answer.';
}

/** The kernel's verdict, and for a permitted call what came of it. */
export function verdictWord({ verdict, sign }: Pick<AgentRunStep, 'verdict' | 'sign'>): string {
  switch (verdict) {
    case 'permitted':
      if (sign === 'failed') return 'permitted, failed';
      return sign === 'pending' ? 'permitted, running' : 'permitted';
    case 'refused':
    case 'answered':
      return verdict;
    case 'idle':
      return 'no action';
    case 'model-failed':
      return 'agent failed';
  }
}

/** What the agent wanted: the name of a tool, or what it did instead of a call. */
export function actionText({ action, toolName }: Pick<AgentRunStep, 'action' | 'toolName'>): string {
  switch (action) {
    case 'tool-call':
      return `call ${toolName ?? 'a tool'}`;
    case 'final-answer':
      return 'final answer';
    case 'no-action':
      return 'nothing';
  }
}

/**
 * Why a step was refused or failed, the particular before the general, each once. Empty where nothing stood in the way.
 */
export function reasonsOf({ reason, obstacles }: Pick<AgentRunStep, 'reason' | 'obstacles'>): readonly string[] {
  return [...new Set([...obstacles, ...(reason === null ? [] : [reason])])];
}

/** The step whose verdict is this event. Without one, the first that was refused or failed, else the first. */
export function chosenStep(steps: readonly AgentRunStep[], seq: string | null): AgentRunStep | null {
  const asked = steps.find((step) => `${step.seq}` === seq);
  return asked ?? steps.find((step) => step.sign === 'failed') ?? steps[0] ?? null;
}

/** The runs whose id, agent or ending holds the text. */
export function matchingRuns(rows: readonly AgentRunRow[], text: string): readonly AgentRunRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    [row.runId, row.agentId, runWord(row), row.ending ?? ''].some((words) => words.toLowerCase().includes(wanted)),
  );
}
