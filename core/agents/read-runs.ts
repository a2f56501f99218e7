import type {
  AgentRunDetail,
  AgentRunRow,
  AgentRunState,
  AgentRunStep,
  BodyReference,
  OperationOutput,
  OperationParsed,
  Sign,
} from '../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { agentRunDecided, agentRunFinished, agentRunReturned, agentRunStarted } from './events.ts';
import type { StoredState } from './stored-state.ts';

/** Events of one run that are read for its page: each step has at most two. */
const maxEvents = 4_000;
const pageSize = 500;

/** Runs by their start, newest first. */
export function listAgentRuns(
  reader: LedgerReader,
  { cursor, limit }: OperationParsed<'agentRuns.list'>,
): Result<OperationOutput<'agentRuns.list'>> {
  const after = cursor === null ? null : Number(cursor);
  if (after !== null && !Number.isSafeInteger(after)) {
    return fail('cursor-invalid', 'This is no position in the list of runs; begin at its start', 'cursor');
  }
  const page = reader.page({ filter: { type: agentRunStarted.type }, after, limit, direction: 'descending' });
  const rows: AgentRunRow[] = [];
  for (const event of page.events) {
    const row = readRow(reader, event);
    if (!row.ok) return row;
    rows.push(row.value);
  }
  return ok({ rows, next: page.next === null ? null : `${page.next}` });
}

/** A run with its steps. Errors: `run-not-found`, `event-data-invalid`. */
export function getAgentRun(reader: LedgerReader, runId: string): Result<AgentRunDetail> {
  const events = readEvents(reader, runId);
  const [first] = events;
  if (first === undefined || !agentRunStarted.matches(first)) {
    return fail('run-not-found', 'This ledger has no run of an agent by this name', runId);
  }
  const started = agentRunStarted.read(first);
  if (!started.ok) return started;
  const row = readRow(reader, first);
  if (!row.ok) return row;
  const steps: AgentRunStep[] = [];
  for (const event of events) {
    const read = readStep(event, steps);
    if (!read.ok) return read;
  }
  return ok({
    row: row.value,
    initial: viewState(started.value.state),
    tools: started.value.tools.map((tool) => ({
      name: tool.name,
      requiredAccess: tool.required_access,
      requiresExecute: tool.requires_execute,
      tokenCost: tool.token_cost,
      timeCost: tool.time_cost,
    })),
    steps,
    truncated: events.length >= maxEvents,
  });
}

function readEvents(reader: LedgerReader, runId: string): readonly LedgerEvent[] {
  const events: LedgerEvent[] = [];
  let after: number | null = null;
  do {
    const page = reader.page({
      filter: { subject: `agent_run:${runId}` },
      after,
      limit: pageSize,
      direction: 'ascending',
    });
    events.push(...page.events);
    after = page.next;
  } while (after !== null && events.length < maxEvents);
  return events;
}

function readRow(reader: LedgerReader, started: LedgerEvent): Result<AgentRunRow> {
  const data = agentRunStarted.read(started);
  if (!data.ok) return data;
  const [last] = reader.page({ filter: { subject: started.subject }, limit: 1, direction: 'descending' }).events;
  const base = { runId: data.value.run_id, agentId: data.value.agent_id, startedAt: started.at };
  if (last === undefined || !agentRunFinished.matches(last)) {
    const steps = last !== undefined && typeof last.data.step === 'number' ? last.data.step : 0;
    return ok({ ...base, sign: 'pending', ending: null, steps, finishedAt: null });
  }
  const finished = agentRunFinished.read(last);
  if (!finished.ok) return finished;
  const { state, steps, phase } = finished.value;
  return ok({ ...base, ...endingOf(state, phase), steps, finishedAt: last.at });
}

function endingOf(state: StoredState, phase: string): { readonly sign: Sign; readonly ending: string } {
  const error = describeError(state);
  if (error !== null) return { sign: 'failed', ending: error };
  if (phase === 'continue') return { sign: 'skipped', ending: 'stopped' };
  return { sign: 'verified', ending: phase === 'satisfied' ? 'satisfied' : 'answered' };
}

/** Adds a step for its verdict, and completes it when its call came back. */
function readStep(event: LedgerEvent, steps: AgentRunStep[]): Result<null> {
  if (agentRunDecided.matches(event)) {
    const decided = agentRunDecided.read(event);
    if (!decided.ok) return decided;
    const { step, action, tool_name, verdict, reason, obstacles, before, after } = decided.value;
    steps.push({
      seq: event.seq,
      at: event.at,
      step,
      action,
      toolName: tool_name,
      verdict,
      sign: verdictSigns[verdict],
      reason,
      obstacles,
      before: viewState(before),
      after: viewState(after),
      query: payloadOf(event, 'query'),
      observation: null,
      cut: false,
    });
  }
  if (agentRunReturned.matches(event)) {
    const returned = agentRunReturned.read(event);
    if (!returned.ok) return returned;
    const open = steps.at(-1);
    if (open === undefined) return ok(null);
    const { success, after, cut } = returned.value;
    steps[steps.length - 1] = {
      ...open,
      sign: success ? 'verified' : 'failed',
      reason: success ? open.reason : describeError(after),
      after: viewState(after),
      observation: payloadOf(event, 'observation'),
      cut,
    };
  }
  return ok(null);
}

const verdictSigns = {
  permitted: 'pending',
  refused: 'failed',
  answered: 'verified',
  idle: 'skipped',
  'model-failed': 'failed',
} as const satisfies Record<AgentRunStep['verdict'], Sign>;

function payloadOf(event: LedgerEvent, name: string): BodyReference | null {
  const payload = event.payloads.find((one) => one.name === name);
  if (payload === undefined) return null;
  return { seq: event.seq, name, mediaType: payload.media_type, size: payload.size, digest: payload.digest };
}

function viewState(state: StoredState): AgentRunState {
  return {
    stepCounter: state.step_counter,
    maxSteps: state.max_steps,
    tokenBudget: state.token_budget,
    timeBudget: state.time_budget,
    fileAccess: state.file_access,
    executeAllowed: state.execute_allowed,
    satisfaction: state.satisfaction,
    done: state.done,
    error: describeError(state),
  };
}

function describeError({ error }: StoredState): string | null {
  switch (error.kind) {
    case 'none':
      return null;
    case 'resource-exhausted':
      return 'the budget is spent';
    case 'max-iterations':
      return 'the step limit is reached';
    case 'precondition-failed':
      return error.reason;
    case 'tool-error':
      return `${error.tool_name}: ${error.message}`;
  }
}
