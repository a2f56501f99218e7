/** Layer 0: the records of seed 000 as plain readonly data. */

/** Why a run cannot go on. `none` is the only kind that lets it. */
export type ErrorKind =
  | { readonly kind: 'none' }
  | { readonly kind: 'resource-exhausted' }
  | { readonly kind: 'precondition-failed'; readonly reason: string }
  | { readonly kind: 'tool-error'; readonly toolName: string; readonly message: string }
  | { readonly kind: 'max-iterations' };

/** What a tool needs and costs. */
export interface ToolSpec {
  readonly name: string;
  /** 0 none, 1 read, 2 write. */
  readonly requiredAccess: number;
  readonly requiresExecute: boolean;
  /** Estimated tokens of one call. */
  readonly tokenCost: number;
  /** Estimated seconds of one call. */
  readonly timeCost: number;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
}

/** Something the agent holds true, and where it has it from (K9). */
export interface Fact {
  readonly content: string;
  readonly source: 'user' | 'kg' | 'llm' | 'inference';
  /** 0..100. */
  readonly confidence: number;
}

export interface Goal {
  readonly name: string;
  /** What kind of goal it is; tools have an effectiveness for each type. */
  readonly type: string;
  readonly achieved: boolean;
}

export interface AgentState {
  readonly stepCounter: number;
  readonly maxSteps: number;
  /** Tokens left. */
  readonly tokenBudget: number;
  /** Seconds left. */
  readonly timeBudget: number;
  /** Granted: 0 none, 1 read, 2 write. */
  readonly fileAccess: number;
  readonly executeAllowed: boolean;
  /** 0..100. */
  readonly satisfaction: number;
  readonly done: boolean;
  readonly error: ErrorKind;
  /** The conversation, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Size of the model's context window in tokens. */
  readonly maxContextTokens: number;
  readonly facts: readonly Fact[];
  readonly goals: readonly Goal[];
}

export type AgentAction =
  | { readonly kind: 'tool-call'; readonly toolName: string; readonly query: string }
  | { readonly kind: 'final-answer'; readonly answer: string }
  | { readonly kind: 'no-action' };

export const noError: ErrorKind = { kind: 'none' };
