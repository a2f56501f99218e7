import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAgent, type Thinker } from '../../core/agents/index.ts';
import {
  type AgentState,
  agentState,
  applyRecord,
  closeRun,
  GovernedTool,
  mustRespond,
  registryOf,
  remainingSteps,
  replay,
  satisfied,
  toolPermitted,
  toolSpec,
} from '../../core/kernel/index.ts';
import { draftLog, patientTimers } from '../unit/agents/fake-world.ts';

const runs = process.env.MIZAN_LONG === '1' ? 10_000 : 300;
const tenMegabytes = 'x'.repeat(10_000_000);

/** What a tool does when it runs. */
const behaviours = {
  answers: async () => 'fine',
  lists: async () => ['one', 2, { three: 3 }],
  says: async () => undefined,
  floods: async () => Array.from({ length: 10_050 }, () => 'item'),
  hangs: () => new Promise(() => undefined),
  throws: async () => {
    throw new RangeError('out of range');
  },
  throwsAtOnce: () => {
    throw new Error('at once');
  },
  throwsNothing: async () => {
    throw undefined;
  },
  circles: async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    return circle;
  },
  breaks: async () => '\ud800 half a character',
} as const;
type Behaviour = keyof typeof behaviours;

const name = fc.constantFrom('kg', 'web', 'shell', 'vector');
const toolPlan = fc.record({
  name,
  requiredAccess: fc.nat(2),
  requiresExecute: fc.boolean(),
  tokenCost: fc.nat(30),
  timeCost: fc.nat(30),
  behaviour: fc.constantFrom(...(Object.keys(behaviours) as Behaviour[])),
});
const state = fc
  .record({
    maxSteps: fc.nat(8),
    tokenBudget: fc.nat(60),
    timeBudget: fc.nat(60),
    fileAccess: fc.nat(2),
    executeAllowed: fc.boolean(),
    goals: fc.array(fc.record({ name: fc.constantFrom('g1', 'g2'), type: fc.constant('question') }), { maxLength: 2 }),
  })
  .map((fields) => agentState(fields));

/** Replies that ask for the forbidden, the unaffordable, the unknown and the misnamed, or are no replies at all. */
const reply = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { action: name.map((toolName) => ({ kind: 'tool-call', toolName, query: 'q' })), usage: fc.nat(20).map(thought) },
      { requiredKeys: ['action'] },
    ),
  },
  { weight: 2, arbitrary: fc.constant({ action: { kind: 'no-action' }, learned: [fact('seen')], achieved: ['g1'] }) },
  { weight: 1, arbitrary: fc.string().map((toolName) => ({ action: { kind: 'tool-call', toolName, query: '' } })) },
  { weight: 1, arbitrary: fc.constant({ action: { kind: 'final-answer', answer: 'done' } }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 7, 'text', [], {}, { action: { kind: 'rm' } }, 'hang', 'throw') },
  { weight: 1, arbitrary: fc.anything() },
);
const rareReply = fc.oneof(
  { weight: 40, arbitrary: reply },
  { weight: 1, arbitrary: fc.constant({ action: { kind: 'final-answer', answer: tenMegabytes } }) },
  { weight: 1, arbitrary: fc.constant({ action: { kind: 'tool-call', toolName: 'kg', query: tenMegabytes } }) },
);

function thought(outputTokens: number) {
  return { inputTokens: 1, outputTokens, estimated: false, cost: null, currency: null };
}

function fact(content: string) {
  return { content, source: 'llm', confidence: 50 };
}

/** Goes through its script, then asks for a tool for ever: it never finishes by itself. */
function adversary(script: readonly unknown[], asked: { count: number }): Thinker {
  return {
    think: ({ state }) => {
      const next = script[asked.count] ?? { action: { kind: 'tool-call', toolName: 'kg', query: 'again' } };
      asked.count += 1;
      Reflect.set(state, 'tokenBudget', 1_000_000);
      if (next === 'hang') return new Promise(() => undefined);
      if (next === 'throw') throw new Error('no model');
      return Promise.resolve(next);
    },
  };
}

test(`no adversary gets past the kernel (${runs} runs)`, async () => {
  const scenario = fc.tuple(state, fc.array(toolPlan, { maxLength: 4 }), fc.array(rareReply, { maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(scenario, async ([initial, plans, script]) => {
      const ran: string[] = [];
      const tools = plans.map(({ behaviour, ...fields }, index) =>
        GovernedTool.govern(toolSpec(fields), () => {
          ran.push(`${index} ${fields.name}`);
          return behaviours[behaviour]();
        }),
      );
      const asked = { count: 0 };
      const log = draftLog();
      const result = await runAgent({
        runId: 'r',
        agentId: 'a',
        state: initial,
        tools,
        thinker: adversary(script, asked),
        ledger: log,
        timers: patientTimers,
      });
      if (!result.ok) throw new Error(result.problem.message);
      const { state: final, history } = result.value;

      // It ends, within its steps, and because it had to.
      expect(history.length).toBeLessThanOrEqual(remainingSteps(initial));
      expect(mustRespond(final) || satisfied(final)).toBe(true);
      expect(final.fileAccess).toBe(initial.fileAccess);
      expect(final.executeAllowed).toBe(initial.executeAllowed);

      // Every attempt is in the ledger, once.
      const decided = log.drafts.filter((draft) => draft.type === 'agent_run.decided');
      expect(decided.length).toBe(asked.count);
      expect(decided.length).toBe(history.length);

      // What ran is what was permitted, in that order; nothing that was refused ever ran.
      const permitted = decided.filter((draft) => draft.data.verdict === 'permitted');
      expect(ran.map((one) => one.split(' ')[1])).toEqual(permitted.map((draft) => draft.data.tool_name));
      for (const one of ran) {
        const tool = tools[Number(one.split(' ')[0])];
        expect(tool !== undefined && toolPermitted(tool.spec, initial)).toBe(true);
      }

      // Budgets fall by exactly the cost of what ran and was thought, and never below 0; facts only grow.
      const spent = ran.reduce((sum, one) => sum + (plans[Number(one.split(' ')[0])]?.tokenCost ?? 0), 0);
      const thoughts = history.reduce((sum, { thoughtTokens = 0 }) => sum + thoughtTokens, 0);
      expect(final.tokenBudget).toBe(Math.max(0, initial.tokenBudget - spent - thoughts));
      let current: AgentState = initial;
      for (const record of history) {
        const next = applyRecord(record, registryOf(tools), current);
        expect(next.tokenBudget).toBeGreaterThanOrEqual(0);
        expect(next.timeBudget).toBeGreaterThanOrEqual(0);
        expect(next.facts.slice(0, current.facts.length)).toEqual(current.facts);
        expect(remainingSteps(next)).toBe(remainingSteps(current) - 1);
        current = next;
      }

      // The history alone gives the state.
      expect(closeRun(replay(history, registryOf(tools), initial))).toEqual(final);
    }),
    { numRuns: runs },
  );
}, 3_600_000);
