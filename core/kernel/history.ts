/** Phase 3 of seed 000: the history of a run, from which its state can be computed again (K9). */
import { addMessage } from './conversation.ts';
import { budgetSpent, hasError, stepsSpent } from './decisions.ts';
import { toolSpec } from './fix.ts';
import { achieveGoal, addFact } from './knowledge.ts';
import type { AgentAction, AgentState, ErrorKind, Fact } from './records.ts';
import { registryStep, type ToolRegistry } from './registry.ts';
import { truncateOutput } from './text.ts';
import { deductToolCost, setError } from './transitions.ts';

/** Characters of an observation or an answer that go into the conversation. */
export const observationLimit = 10_000;

/** Under this name a failure of the model itself is recorded, as if it were a tool. */
export const modelName = 'model';

export interface ActionRecord {
  readonly action: AgentAction;
  /** The step's number, from 1. */
  readonly step: number;
  readonly success: boolean;
  /** What came back; for a failure its message. */
  readonly observation: string;
  /** Facts that the agent added in this step. */
  readonly learned: readonly Fact[];
  /** Names of goals that the agent declared achieved in this step. */
  readonly achieved: readonly string[];
  /** Tokens that thinking took, beside those of the tool. They are spent already, so they are paid after the step. */
  readonly thoughtTokens?: number;
}

export type ActionHistory = readonly ActionRecord[];

/** The state after a recorded step. A step that the kernel refuses to take changes nothing. */
export function applyRecord(record: ActionRecord, registry: ToolRegistry, state: AgentState): AgentState {
  const step = registryStep(record.action, registry, state);
  return step.kind === 'refused' ? state : payForThought(record, settle(record, step.state));
}

function settle(record: ActionRecord, stepped: AgentState): AgentState {
  if (hasError(stepped)) return stepped;
  const told = tell(record, stepped);
  return record.success ? learn(record, told) : setError(failureOf(record), told);
}

function payForThought({ thoughtTokens = 0 }: ActionRecord, state: AgentState): AgentState {
  return deductToolCost(toolSpec({ name: modelName, tokenCost: thoughtTokens }), state);
}

/** The state after all recorded steps, oldest first. */
export function replay(history: ActionHistory, registry: ToolRegistry, initial: AgentState): AgentState {
  return history.reduce((state, record) => applyRecord(record, registry, state), initial);
}

/** What the runner records when it stops for lack of steps or budget; any other state stays as it is (K6). */
export function closeRun(state: AgentState): AgentState {
  if (state.done || hasError(state)) return state;
  if (stepsSpent(state)) return setError({ kind: 'max-iterations' }, state);
  return budgetSpent(state) ? setError({ kind: 'resource-exhausted' }, state) : state;
}

function tell(record: ActionRecord, state: AgentState): AgentState {
  switch (record.action.kind) {
    case 'tool-call':
      return addMessage({ role: 'tool', content: truncateOutput(record.observation, observationLimit) }, state);
    case 'final-answer':
      return addMessage({ role: 'assistant', content: truncateOutput(record.action.answer, observationLimit) }, state);
    case 'no-action':
      return state;
  }
}

function learn(record: ActionRecord, state: AgentState): AgentState {
  const informed = record.learned.reduce((known, fact) => addFact(fact, known), state);
  return record.achieved.reduce((nearer, name) => achieveGoal(name, nearer), informed);
}

function failureOf({ action, observation }: ActionRecord): ErrorKind {
  const toolName = action.kind === 'tool-call' ? action.toolName : modelName;
  return { kind: 'tool-error', toolName, message: observation };
}
