import {
  type ActionRecord,
  type AgentState,
  findTool,
  type GovernedTool,
  hasError,
  phase,
  registryOf,
} from '../kernel/index.ts';
import type { AppendReceipt, EventDraft, Ledger, PayloadDraft } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import type { Decision } from './decision.ts';
import {
  type AgentRunDecided,
  agentRunDecided,
  agentRunFinished,
  agentRunReturned,
  agentRunStarted,
} from './events.ts';
import { obstacles } from './obstacles.ts';
import type { Outcome } from './outcome.ts';
import { storeState } from './stored-state.ts';

interface Change {
  readonly before: AgentState;
  readonly after: AgentState;
}

/** Writes a run into the ledger, one event at a time. */
export interface Recorder {
  started(): Result<AppendReceipt>;
  /** `record` is null while a permitted call is still to come back. */
  decided(
    step: Change & {
      readonly decision: Decision;
      readonly failure: string | null;
      readonly record: ActionRecord | null;
    },
  ): Result<AppendReceipt>;
  returned(step: Change & { readonly outcome: Outcome; readonly record: ActionRecord }): Result<AppendReceipt>;
  finished(state: AgentState, steps: number): Result<AppendReceipt>;
}

type DecidedStep = Parameters<Recorder['decided']>[0];
type ReturnedStep = Parameters<Recorder['returned']>[0];

interface RecordedRun {
  readonly runId: string;
  readonly agentId: string;
  readonly state: AgentState;
  readonly tools: readonly GovernedTool[];
}

/**
 * A recorder that appends to `agent_run:<runId>` as the agent itself. Each call appends one event and returns the
 * ledger's own errors; nothing is kept back for later.
 */
export function createRecorder(run: RecordedRun & { readonly ledger: Pick<Ledger, 'append'> }): Recorder {
  const append = (draft: EventDraft) => run.ledger.append([draft]);
  return {
    started: () => append(startedDraft(run)),
    decided: (step) => append(decidedDraft(run, step)),
    returned: (step) => append(returnedDraft(run, step)),
    finished: (state, steps) => append(finishedDraft(run, state, steps)),
  };
}

function actorOf({ agentId }: RecordedRun) {
  return { kind: 'agent', id: agentId } as const;
}

function subjectOf({ runId }: RecordedRun): string {
  return `agent_run:${runId}`;
}

function startedDraft(run: RecordedRun): EventDraft {
  return agentRunStarted.draft(actorOf(run), subjectOf(run), {
    run_id: run.runId,
    agent_id: run.agentId,
    tools: run.tools.map(({ spec }) => ({
      name: spec.name,
      required_access: spec.requiredAccess,
      requires_execute: spec.requiresExecute,
      token_cost: spec.tokenCost,
      time_cost: spec.timeCost,
    })),
    state: storeState(run.state),
  });
}

function decidedDraft(run: RecordedRun, { decision, failure, before, after, record }: DecidedStep): EventDraft {
  return agentRunDecided.draft(
    actorOf(run),
    subjectOf(run),
    {
      run_id: run.runId,
      step: after.stepCounter,
      action: decision.action.kind,
      tool_name: decision.action.kind === 'tool-call' ? decision.action.toolName : null,
      usage: storeUsage(decision),
      ...verdictOn(decision, failure, before, after, run.tools),
      before: storeState(before),
      after: storeState(after),
    },
    [...queryPayload(decision), ...recordPayload(record)],
  );
}

function returnedDraft(run: RecordedRun, { outcome, before, after, record }: ReturnedStep): EventDraft {
  return agentRunReturned.draft(
    actorOf(run),
    subjectOf(run),
    {
      run_id: run.runId,
      step: after.stepCounter,
      tool_name: record.action.kind === 'tool-call' ? record.action.toolName : '',
      success: outcome.success,
      items: outcome.items,
      cut: outcome.cut,
      before: storeState(before),
      after: storeState(after),
    },
    [{ name: 'observation', mediaType: 'text/plain', body: outcome.observation }, ...recordPayload(record)],
  );
}

function finishedDraft(run: RecordedRun, state: AgentState, steps: number): EventDraft {
  return agentRunFinished.draft(actorOf(run), subjectOf(run), {
    run_id: run.runId,
    steps,
    phase: phase(state),
    state: storeState(state),
  });
}

function verdictOn(
  { action }: Decision,
  failure: string | null,
  before: AgentState,
  after: AgentState,
  tools: readonly GovernedTool[],
): Pick<AgentRunDecided, 'verdict' | 'reason' | 'obstacles'> {
  if (failure !== null) return { verdict: 'model-failed', reason: failure, obstacles: [] };
  if (action.kind === 'final-answer') return { verdict: 'answered', reason: null, obstacles: [] };
  if (action.kind === 'no-action') return { verdict: 'idle', reason: null, obstacles: [] };
  if (!hasError(after)) return { verdict: 'permitted', reason: null, obstacles: [] };
  const tool = findTool(action.toolName, registryOf(tools));
  return {
    verdict: 'refused',
    reason: after.error.kind === 'precondition-failed' ? after.error.reason : after.error.kind,
    obstacles: tool === null ? [`there is no tool ${JSON.stringify(action.toolName)}`] : [...obstacles(tool, before)],
  };
}

function storeUsage({ usage }: Decision): AgentRunDecided['usage'] {
  if (usage === null) return null;
  const { inputTokens, outputTokens, estimated, cost, currency } = usage;
  return { input_tokens: inputTokens, output_tokens: outputTokens, estimated, cost, currency };
}

function queryPayload({ action }: Decision): readonly PayloadDraft[] {
  if (action.kind !== 'tool-call') return [];
  return [{ name: 'query', mediaType: 'text/plain', body: action.query }];
}

function recordPayload(record: ActionRecord | null): readonly PayloadDraft[] {
  if (record === null) return [];
  return [{ name: 'record', mediaType: 'application/json', body: JSON.stringify(record) }];
}
