import {
  type ActionHistory,
  type ActionRecord,
  type AgentState,
  applyRecord,
  closeRun,
  GovernedTool,
  type PaidCall,
  phase,
  registryOf,
} from '../kernel/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Timers } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type Decision, readDecision } from './decision.ts';
import { deepFreeze } from './deep-freeze.ts';
import { failedOutcome, type Outcome, observe, within } from './outcome.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { Thinker } from './thinker.ts';

export interface AgentRunOptions {
  readonly runId: string;
  readonly agentId: string;
  /** Budgets, permissions, goals and known facts to begin with. */
  readonly state: AgentState;
  /** The only tools the agent can reach, and only through the kernel (K7). */
  readonly tools: readonly GovernedTool[];
  readonly thinker: Thinker;
  readonly ledger: Pick<Ledger, 'append'>;
  readonly timers: Timers;
  /** Aborted: the thinker is told, what it still says is not heard, and the run ends before its next step. */
  readonly signal?: AbortSignal;
}

export interface AgentRun {
  readonly state: AgentState;
  readonly history: ActionHistory;
  /** Null when the run ended without one. */
  readonly answer: string | null;
}

/**
 * Runs a ReAct loop until the agent must respond or is satisfied: think, ask the kernel, act, observe. Every attempt is
 * in the ledger with its verdict before its tool runs; when the ledger does not take it, the run ends and no tool runs.
 * Whatever thinker and tools do ends in the state, never in an exception. Errors: those of the ledger; `cancelled` when
 * the signal stopped the run, which the ledger then has as ended.
 */
export async function runAgent(options: AgentRunOptions): Promise<Result<AgentRun>> {
  const recorder = createRecorder(options);
  const started = recorder.started();
  if (!started.ok) return started;
  const history: ActionRecord[] = [];
  // Thinkers get these very records to look at: frozen, so that looking cannot change them.
  let state = deepFreeze(structuredClone(options.state));
  while (phase(state) === 'continue') {
    const step = await takeStep(options, recorder, state, history);
    if (!step.ok) return step;
    if (step.value === null) {
      const stopped = recorder.finished(state, history.length);
      return stopped.ok ? fail('cancelled', 'The run was stopped', options.runId) : stopped;
    }
    history.push(step.value.record);
    state = step.value.state;
  }
  const closed = closeRun(state);
  const finished = recorder.finished(closed, history.length);
  if (!finished.ok) return finished;
  const last = history.at(-1)?.action;
  return ok({ state: closed, history, answer: last?.kind === 'final-answer' ? last.answer : null });
}

interface TakenStep {
  readonly record: ActionRecord;
  readonly state: AgentState;
}

/** Null when the run was stopped before anything was decided. */
async function takeStep(
  options: AgentRunOptions,
  recorder: Recorder,
  state: AgentState,
  history: ActionHistory,
): Promise<Result<TakenStep | null>> {
  const { decision, failure } = await think(options, state, history);
  if (options.signal?.aborted === true) return ok(null);
  const step = GovernedTool.takeStep(decision.action, options.tools, state);
  if (step.kind === 'refused') throw new Error('bug: a step was asked for although the agent must respond');
  const settle = ({ success, observation }: Outcome): TakenStep => {
    const { action, learned, achieved, usage } = decision;
    const thought = usage === null ? {} : { thoughtTokens: usage.inputTokens + usage.outputTokens };
    const record = { action, step: step.state.stepCounter, success, observation, learned, achieved, ...thought };
    return deepFreeze({ record, state: applyRecord(record, registryOf(options.tools), state) });
  };
  if (step.call === null) {
    const taken = settle(failure === null ? observe(undefined) : failedOutcome(failure));
    const decided = recorder.decided({ decision, failure, before: state, after: taken.state, record: taken.record });
    return decided.ok ? ok(taken) : decided;
  }
  const decided = recorder.decided({ decision, failure, before: state, after: step.state, record: null });
  if (!decided.ok) return decided;
  const outcome = await call(step.call, options.timers);
  const taken = settle(outcome);
  const returned = recorder.returned({ outcome, before: step.state, after: taken.state, record: taken.record });
  return returned.ok ? ok(taken) : returned;
}

/**
 * Asks the thinker, for as long as the run's time budget lasts and nobody stops it. A failure is a step without an
 * action.
 */
async function think(
  { thinker, timers, tools, signal: stop }: AgentRunOptions,
  state: AgentState,
  history: ActionHistory,
): Promise<{ readonly decision: Decision; readonly failure: string | null }> {
  const nothing: Decision = { action: { kind: 'no-action' }, learned: [], achieved: [], usage: null };
  const specs = tools.map((tool) => tool.spec);
  const reply = await within(
    state.timeBudget,
    timers,
    (signal) => thinker.think({ state, history: [...history], tools: specs, signal }),
    stop,
  );
  if (reply.kind === 'failure') return { decision: nothing, failure: reply.message };
  const decision = readDecision(reply.value);
  if (decision.ok) return { decision: decision.value, failure: null };
  const { message, place } = decision.problem;
  return { decision: nothing, failure: `MalformedDecision: ${place}: ${message}` };
}

/** A tool has the seconds that it costs; a tool that is said to cost none has one. */
async function call(paid: PaidCall, timers: Timers): Promise<Outcome> {
  const ending = await within(Math.max(paid.tool.timeCost, 1), timers, (signal) => paid.run(signal));
  return ending.kind === 'failure' ? failedOutcome(ending.message) : observe(ending.value);
}
