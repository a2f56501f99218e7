import { expect, test } from 'vitest';
import { type AgentRunOptions, runAgent, type Thinker } from '../../../core/agents/index.ts';
import { agentState, GovernedTool, maxResponseBytes, type ToolEffect, toolSpec } from '../../../core/kernel/index.ts';
import { required } from '../../../core/problem/index.ts';
import { draftLog, patientTimers } from './fake-world.ts';

function scripted(...replies: readonly unknown[]): Thinker {
  const left = [...replies];
  return { think: async () => left.shift() ?? { action: { kind: 'final-answer', answer: 'done' } } };
}

const call = (toolName: string, query = 'q') => ({ action: { kind: 'tool-call', toolName, query } });
const kg = (effect: ToolEffect) => GovernedTool.govern(toolSpec({ name: 'kg', tokenCost: 5, timeCost: 2 }), effect);

async function run(thinker: Thinker, tools: readonly GovernedTool[], options: Partial<AgentRunOptions> = {}) {
  const log = draftLog();
  const result = await runAgent({
    runId: 'r1',
    agentId: 'a1',
    state: agentState(),
    tools,
    thinker,
    ledger: log,
    timers: patientTimers,
    ...options,
  });
  return { result, drafts: log.drafts, verdicts: log.drafts.map((draft) => draft.data.verdict).filter(Boolean) };
}

function finishedRun<T>(result: { readonly ok: boolean; readonly value?: T }): T {
  return required(result.value, 'the run');
}

test('a permitted call is decided, paid, run and observed, in this order', async () => {
  const asked: string[] = [];
  const tool = kg(async (query) => {
    asked.push(query);
    return ['one', { two: 2 }];
  });
  const { result, drafts, verdicts } = await run(scripted(call('kg', 'why')), [tool]);
  const { state, history, answer } = finishedRun(result);
  expect(asked).toEqual(['why']);
  expect(state).toMatchObject({ tokenBudget: 9_995, timeBudget: 3_598, done: true, stepCounter: 2 });
  expect(history[0]).toMatchObject({ step: 1, success: true, observation: 'one\n{"two":2}' });
  expect(answer).toBe('done');
  expect(verdicts).toEqual(['permitted', 'answered']);
  expect(drafts.map((draft) => draft.type)).toEqual([
    'agent_run.started',
    'agent_run.decided',
    'agent_run.returned',
    'agent_run.decided',
    'agent_run.finished',
  ]);
  expect(drafts[1]?.data).toMatchObject({ before: { token_budget: 10_000 }, after: { token_budget: 9_995 } });
});

test('a refused call never runs, and the ledger says what stood in its way', async () => {
  let ran = false;
  const shell = GovernedTool.govern(
    toolSpec({ name: 'shell', requiresExecute: true, requiredAccess: 2, tokenCost: 99_999, timeCost: 9_999 }),
    async () => {
      ran = true;
    },
  );
  const { result, drafts, verdicts } = await run(scripted(call('shell')), [shell]);
  expect(ran).toBe(false);
  expect(finishedRun(result).state.error).toEqual({
    kind: 'precondition-failed',
    reason: 'Tool not permitted or insufficient budget',
  });
  expect(verdicts).toEqual(['refused']);
  expect(drafts[1]?.data.obstacles).toEqual([
    'needs file access 2, granted is 0',
    'needs to execute code, which is not granted',
    'costs 99999 tokens, 10000 are left',
    'takes 9999 s, 3600 s are left',
  ]);
});

test('an unknown tool is refused by name', async () => {
  const { drafts } = await run(scripted(call('rm -rf')), [kg(async () => 'never')]);
  expect(drafts[1]?.data).toMatchObject({
    verdict: 'refused',
    reason: 'Unknown tool',
    obstacles: ['there is no tool "rm -rf"'],
  });
});

test('a tool that throws becomes tool-error with its name and message', async () => {
  const tool = kg(() => {
    throw new TypeError('no such graph');
  });
  const { result } = await run(scripted(call('kg')), [tool]);
  expect(finishedRun(result).state.error).toEqual({
    kind: 'tool-error',
    toolName: 'kg',
    message: 'TypeError: no such graph',
  });
});

test('a tool that hangs is cut by its time cost, and is told', async () => {
  let aborted = false;
  const tool = kg(
    (_query, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
      }),
  );
  const slept: number[] = [];
  const timers = {
    sleep: (milliseconds: number, signal: AbortSignal) => {
      slept.push(milliseconds);
      return patientTimers.sleep(milliseconds, signal);
    },
  };
  const { result } = await run(scripted(call('kg')), [tool], { timers });
  expect(finishedRun(result).state.error).toMatchObject({ message: 'TimeoutError: no answer within 2 s' });
  expect(aborted).toBe(true);
  expect(slept).toEqual([3_600_000, 2_000]);
});

test('10 MB from a tool are cut to 1 MiB with the marker', async () => {
  const { result, drafts } = await run(scripted(call('kg')), [kg(async () => 'x'.repeat(10_000_000))]);
  const observation = finishedRun(result).history[0]?.observation ?? '';
  expect(Buffer.byteLength(observation)).toBeLessThanOrEqual(maxResponseBytes + 1);
  expect(observation.endsWith('was cut here]')).toBe(true);
  expect(drafts[2]?.data.cut).toBe(true);
});

test('a final answer of 10 MB is cut, a query of 10 MB is refused', async () => {
  const long = 'x'.repeat(10_000_000);
  const answered = await run(scripted({ action: { kind: 'final-answer', answer: long } }), []);
  expect(finishedRun(answered.result).answer?.length).toBeLessThanOrEqual(maxResponseBytes + 1);
  const asked = await run(scripted(call('kg', long)), [kg(async () => 'never')]);
  expect(finishedRun(asked.result).state.error).toMatchObject({
    toolName: 'model',
    message: expect.stringContaining('action.query'),
  });
});

test('a malformed decision names its field and ends the run', async () => {
  const { result, verdicts } = await run(scripted({ action: { kind: 'tool-call', query: 'q' } }), []);
  expect(finishedRun(result).state.error).toMatchObject({
    kind: 'tool-error',
    toolName: 'model',
    message: expect.stringContaining('MalformedDecision: action.toolName'),
  });
  expect(verdicts).toEqual(['model-failed']);
});

test('a model that never answers is cut by the time budget', async () => {
  const { result } = await run({ think: () => new Promise(() => undefined) }, []);
  expect(finishedRun(result).state.error).toMatchObject({ message: 'TimeoutError: no answer within 3600 s' });
});

test('a model that never finishes ends in max-iterations (K6)', async () => {
  const { result } = await run({ think: async () => ({ action: { kind: 'no-action' } }) }, [], {
    state: agentState({ maxSteps: 7 }),
  });
  const { state, history } = finishedRun(result);
  expect(history).toHaveLength(7);
  expect(state.error).toEqual({ kind: 'max-iterations' });
});

test('a spent budget ends in resource-exhausted (K6)', async () => {
  const tool = kg(async () => 'ok');
  const { result } = await run(scripted(call('kg'), call('kg'), call('kg')), [tool], {
    state: agentState({ tokenBudget: 10 }),
  });
  expect(finishedRun(result).state).toMatchObject({
    error: { kind: 'resource-exhausted' },
    tokenBudget: 0,
    stepCounter: 2,
  });
});

test('achieved goals satisfy the agent and end the run', async () => {
  const state = agentState({ goals: [{ name: 'g', type: 'question' }] });
  const learned = [{ content: 'water is wet', source: 'kg', confidence: 90 }];
  const { result } = await run(scripted({ action: { kind: 'no-action' }, learned, achieved: ['g'] }), [], { state });
  expect(finishedRun(result).state).toMatchObject({
    satisfaction: 100,
    done: false,
    error: { kind: 'none' },
    facts: learned,
  });
});

test('a thinker cannot change the records it looks at', async () => {
  const thinker: Thinker = {
    think: async ({ state }) => {
      Object.assign(state, { tokenBudget: 1_000_000 });
      return call('kg');
    },
  };
  const { result } = await run(thinker, [kg(async () => 'never')]);
  expect(finishedRun(result).state).toMatchObject({
    tokenBudget: 10_000,
    error: { kind: 'tool-error', toolName: 'model' },
  });
});

test('when the ledger does not take the verdict, the tool does not run', async () => {
  let ran = false;
  const tool = kg(async () => {
    ran = true;
  });
  const { result } = await run(scripted(call('kg')), [tool], { ledger: draftLog(1) });
  expect(result).toMatchObject({ ok: false, problem: { code: 'ledger-busy' } });
  expect(ran).toBe(false);
});

const usage = { inputTokens: 300, outputTokens: 100, estimated: false, cost: 0.002, currency: 'USD' };

test('thinking is paid from the token budget and stands in the ledger with its cost', async () => {
  const thinker = scripted({ ...call('kg'), usage }, { action: { kind: 'final-answer', answer: 'done' }, usage });
  const { result, drafts } = await run(thinker, [kg(async () => 'one')]);
  expect(finishedRun(result).state).toMatchObject({ tokenBudget: 10_000 - 5 - 800, done: true });
  const decided = drafts.filter((draft) => draft.type === 'agent_run.decided');
  const stored = { input_tokens: 300, output_tokens: 100, estimated: false, cost: 0.002, currency: 'USD' };
  expect(decided.map((draft) => draft.data.usage)).toEqual([stored, stored]);
});

test('an agent that thinks for ever is stopped by its token budget', async () => {
  const endless: Thinker = { think: async () => ({ ...call('kg'), usage }) };
  const state = agentState({ tokenBudget: 1_000, maxSteps: 100 });
  const { result } = await run(endless, [kg(async () => 'again')], { state });
  expect(finishedRun(result)).toMatchObject({
    state: { tokenBudget: 0, stepCounter: 3, error: { kind: 'resource-exhausted' } },
    answer: null,
  });
});

test('a run that is stopped tells the thinker, hears nothing more and is over in the ledger', async () => {
  const stop = new AbortController();
  const late = Promise.withResolvers<unknown>();
  let told = false;
  const thinker: Thinker = {
    think: ({ history, signal }) => {
      if (history.length === 0) return Promise.resolve(call('kg'));
      signal.addEventListener('abort', () => {
        told = true;
      });
      stop.abort();
      return late.promise;
    },
  };
  const { result, drafts } = await run(thinker, [kg(async () => 'one')], { signal: stop.signal });
  late.resolve(call('kg'));
  await late.promise;
  expect(told).toBe(true);
  expect(result).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(drafts.map((draft) => draft.type.slice('agent_run.'.length))).toEqual([
    'started',
    'decided',
    'returned',
    'finished',
  ]);
  expect(drafts.at(-1)?.data).toMatchObject({ phase: 'continue', steps: 1 });
});
