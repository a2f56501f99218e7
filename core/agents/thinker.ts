import type { ActionHistory, AgentState, ToolSpec } from '../kernel/index.ts';

/** What the agent may look at before it decides. */
export interface ThinkerView {
  readonly state: AgentState;
  readonly history: ActionHistory;
  readonly tools: readonly ToolSpec[];
  /** Aborted when the run's time is up or the run is stopped; an answer after that is not heard. */
  readonly signal: AbortSignal;
}

/**
 * Who thinks: a model, or rules. Its reply is read by `readDecision` and trusted in nothing: it may be malformed,
 * endless or hostile.
 */
export interface Thinker {
  think(view: ThinkerView): Promise<unknown>;
}
