/** Records from loose fields (K1): omitted fields take the seed's defaults, malformed ones the stricter reading. */
import { fixNatural, fixPercentage } from './natural.ts';
import {
  type AgentAction,
  type AgentState,
  type ChatMessage,
  type ErrorKind,
  type Fact,
  type Goal,
  noError,
  type ToolSpec,
} from './records.ts';

/** Fields as they come from outside: any of them, with any value. */
export type Loose<T> = { readonly [K in keyof T]?: unknown };

/**
 * A tool from loose fields. Omitted: the seed's default. Malformed: K1, and a malformed flag reads as the stricter one.
 */
export function toolSpec(fields: Loose<ToolSpec> = {}): ToolSpec {
  return {
    name: fixText(fields.name),
    requiredAccess: fixNatural(fields.requiredAccess ?? 0),
    requiresExecute: (fields.requiresExecute ?? false) !== false,
    tokenCost: fixNatural(fields.tokenCost ?? 0),
    timeCost: fixNatural(fields.timeCost ?? 0),
  };
}

/**
 * A state from loose fields, as `toolSpec`. A malformed error or `done` stops the agent, a malformed permission is
 * none.
 */
export function agentState(fields: Loose<AgentState> = {}): AgentState {
  return {
    stepCounter: fixNatural(fields.stepCounter ?? 0),
    maxSteps: fixNatural(fields.maxSteps ?? 100),
    tokenBudget: fixNatural(fields.tokenBudget ?? 10_000),
    timeBudget: fixNatural(fields.timeBudget ?? 3_600),
    fileAccess: fixNatural(fields.fileAccess ?? 0),
    executeAllowed: fields.executeAllowed === true,
    satisfaction: fixNatural(fields.satisfaction ?? 0),
    done: (fields.done ?? false) !== false,
    error: fixError(fields.error ?? noError),
    messages: fixList(fields.messages, fixMessage),
    maxContextTokens: fixNatural(fields.maxContextTokens ?? 8_000),
    facts: fixList(fields.facts, fixFact),
    goals: fixList(fields.goals, fixGoal),
  };
}

/**
 * An action from loose fields. What is no action of the seed reads as `no-action`: it spends a step and does nothing.
 */
export function agentAction(value: unknown): AgentAction {
  const fields = fixRecord(value);
  switch (fields.kind) {
    case 'tool-call':
      return { kind: 'tool-call', toolName: fixText(fields.toolName), query: fixText(fields.query) };
    case 'final-answer':
      return { kind: 'final-answer', answer: fixText(fields.answer) };
    default:
      return { kind: 'no-action' };
  }
}

/**
 * An error from loose fields. What is none of the five reads as `precondition-failed`, so that a state with a damaged
 * error still stops (K1).
 */
export function fixError(value: unknown): ErrorKind {
  const fields = fixRecord(value);
  switch (fields.kind) {
    case 'none':
    case 'resource-exhausted':
    case 'max-iterations':
      return { kind: fields.kind };
    case 'tool-error':
      return { kind: 'tool-error', toolName: fixText(fields.toolName), message: fixText(fields.message) };
    default:
      return { kind: 'precondition-failed', reason: fixText(fields.reason) };
  }
}

/** A message from loose fields; an unknown role reads as `user`. */
export function fixMessage(value: unknown): ChatMessage {
  const fields = fixRecord(value);
  return {
    role: oneOf(fields.role, ['system', 'user', 'assistant', 'tool'], 'user'),
    content: fixText(fields.content),
  };
}

/** A fact from loose fields; an unknown source reads as `inference`, and the confidence lies in 0..100 (K9). */
export function fixFact(value: unknown): Fact {
  const fields = fixRecord(value);
  return {
    content: fixText(fields.content),
    source: oneOf(fields.source, ['user', 'kg', 'llm', 'inference'], 'inference'),
    confidence: fixPercentage(fields.confidence),
  };
}

/** A goal from loose fields; it is achieved only when that is exactly `true`. */
export function fixGoal(value: unknown): Goal {
  const fields = fixRecord(value);
  return { name: fixText(fields.name), type: fixText(fields.type), achieved: fields.achieved === true };
}

/** A text as it is; anything else reads as the empty text. */
export function fixText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The own fields of whatever it is; what is no object has none that count. */
function fixRecord(value: unknown): Readonly<Record<string, unknown>> {
  return Object.assign({}, value);
}

function fixList<T>(value: unknown, fix: (item: unknown) => T): readonly T[] {
  return Array.isArray(value) ? value.map(fix) : [];
}

function oneOf<T extends string>(value: unknown, known: readonly T[], otherwise: T): T {
  return known.find((candidate) => candidate === value) ?? otherwise;
}
