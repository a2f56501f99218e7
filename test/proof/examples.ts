/**
 * What the kernel does where the book has nothing to say: reading loose fields, reasons, limits of JavaScript numbers.
 */
import type { Kernel } from './agreement/cases.ts';

export interface Example {
  readonly name: string;
  run(kernel: Kernel): unknown;
  readonly expected: unknown;
}

const entry = (kernel: Kernel, name: string, effectiveness: Readonly<Record<string, number>> = {}) => ({
  spec: kernel.toolSpec({ name }),
  effectiveness,
});

export const examples: readonly Example[] = [
  {
    name: 'the tokens of thinking are paid after the step that they decided',
    run: (k) => {
      const record = {
        action: { kind: 'no-action' },
        step: 1,
        success: true,
        observation: '',
        learned: [],
        achieved: [],
      } as const;
      const state = k.agentState({ tokenBudget: 10 });
      return [undefined, 7, 11].map((tokens) => {
        const thought = tokens === undefined ? record : { ...record, thoughtTokens: tokens };
        return k.applyRecord(thought, k.registryOf([]), state).tokenBudget;
      });
    },
    expected: [10, 3, 0],
  },
  {
    name: 'a number beyond the largest natural is the largest',
    run: (k) => k.fixNatural(1e300),
    expected: 2 ** 53 - 1,
  },
  { name: 'the largest natural is itself', run: (k) => k.fixNatural(2 ** 53 - 1), expected: 2 ** 53 - 1 },
  { name: 'infinity is no natural number', run: (k) => k.fixNatural(Number.POSITIVE_INFINITY), expected: 0 },
  { name: 'no number is no natural number', run: (k) => k.fixNatural(Number.NaN), expected: 0 },
  { name: 'text is no natural number', run: (k) => k.fixNatural('7'), expected: 0 },
  { name: 'a big integer is no natural number', run: (k) => k.fixNatural(7n), expected: 0 },
  { name: '1 is natural', run: (k) => k.fixNatural(1), expected: 1 },
  { name: 'percentages stop at 100', run: (k) => [100, 101, -1].map(k.fixPercentage), expected: [100, 100, 0] },
  {
    name: 'a tool has the defaults of the seed',
    run: (k) => k.toolSpec(),
    expected: { name: '', requiredAccess: 0, requiresExecute: false, tokenCost: 0, timeCost: 0 },
  },
  {
    name: 'a state has the defaults of the seed',
    run: (k) => k.agentState(),
    expected: {
      stepCounter: 0,
      maxSteps: 100,
      tokenBudget: 10_000,
      timeBudget: 3_600,
      fileAccess: 0,
      executeAllowed: false,
      satisfaction: 0,
      done: false,
      error: { kind: 'none' },
      messages: [],
      maxContextTokens: 8_000,
      facts: [],
      goals: [],
    },
  },
  {
    name: 'a malformed flag is read as the stricter one',
    run: (k) => [
      k.toolSpec({ requiresExecute: 'no' }).requiresExecute,
      k.agentState({ executeAllowed: 1 }).executeAllowed,
      k.agentState({ done: 'no' }).done,
      k.agentState({ executeAllowed: true }).executeAllowed,
      k.toolSpec({ requiresExecute: false }).requiresExecute,
      k.agentState({ done: false }).done,
    ],
    expected: [true, false, true, true, false, false],
  },
  {
    name: 'malformed numbers are 0, not the default (K1)',
    run: (k) => k.agentState({ maxSteps: -1, tokenBudget: 'all', timeBudget: 1.5 }),
    expected: {
      stepCounter: 0,
      maxSteps: 0,
      tokenBudget: 0,
      timeBudget: 0,
      fileAccess: 0,
      executeAllowed: false,
      satisfaction: 0,
      done: false,
      error: { kind: 'none' },
      messages: [],
      maxContextTokens: 8_000,
      facts: [],
      goals: [],
    },
  },
  {
    name: 'errors are read by kind, and an unknown one stops the agent',
    run: (k) => [
      k.fixError({ kind: 'none' }),
      k.fixError({ kind: 'resource-exhausted' }),
      k.fixError({ kind: 'max-iterations' }),
      k.fixError({ kind: 'tool-error', toolName: 'kg', message: 'down' }),
      k.fixError({ kind: 'precondition-failed', reason: 'no' }),
      k.fixError({ kind: 'fine' }),
      k.fixError(null),
      k.fixError('none'),
    ],
    expected: [
      { kind: 'none' },
      { kind: 'resource-exhausted' },
      { kind: 'max-iterations' },
      { kind: 'tool-error', toolName: 'kg', message: 'down' },
      { kind: 'precondition-failed', reason: 'no' },
      { kind: 'precondition-failed', reason: '' },
      { kind: 'precondition-failed', reason: '' },
      { kind: 'precondition-failed', reason: '' },
    ],
  },
  {
    name: 'actions are read by kind, and an unknown one is no action',
    run: (k) => [
      k.agentAction({ kind: 'tool-call', toolName: 'kg', query: 7 }),
      k.agentAction({ kind: 'final-answer', answer: '42' }),
      k.agentAction({ kind: 'rm -rf' }),
      k.agentAction(undefined),
    ],
    expected: [
      { kind: 'tool-call', toolName: 'kg', query: '' },
      { kind: 'final-answer', answer: '42' },
      { kind: 'no-action' },
      { kind: 'no-action' },
    ],
  },
  {
    name: 'lists of records are read one by one',
    run: (k) => {
      const { messages, facts, goals } = k.agentState({
        messages: [{ role: 'system', content: 's' }, { role: 'root', content: 1 }, null],
        facts: [{ content: 'f', source: 'kg', confidence: 150 }, { source: 'rumour' }],
        goals: [{ name: 'g', type: 'question', achieved: true }, { achieved: 'yes' }],
      });
      return { messages, facts, goals };
    },
    expected: {
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: '' },
        { role: 'user', content: '' },
      ],
      facts: [
        { content: 'f', source: 'kg', confidence: 100 },
        { content: '', source: 'inference', confidence: 0 },
      ],
      goals: [
        { name: 'g', type: 'question', achieved: true },
        { name: '', type: '', achieved: false },
      ],
    },
  },
  { name: 'what is no list is an empty one', run: (k) => k.agentState({ messages: 'all' }).messages, expected: [] },
  {
    name: 'a refused step says why',
    run: (k) => k.reactStep({ kind: 'no-action' }, k.toolSpec(), k.agentState({ done: true })),
    expected: { kind: 'refused', reason: 'The agent must respond: no further step is possible' },
  },
  {
    name: 'the threshold is 100 by default (K4)',
    run: (k) => k.phase(k.agentState({ satisfaction: 99 })),
    expected: 'continue',
  },
  {
    name: 'satisfied at 100 by default (K4)',
    run: (k) => {
      const state = k.agentState({ satisfaction: 100 });
      return [k.phase(state), k.satisfied(state), k.shouldContinue(state)];
    },
    expected: ['satisfied', true, false],
  },
  {
    name: 'a short marker has no room: only the head',
    run: (k) => k.truncateOutput('x'.repeat(200), 20),
    expected: 'x'.repeat(20),
  },
  {
    name: 'output is never cut inside a character',
    run: (k) => [3, 40, 41, 42, 43].map((max) => k.truncateOutput('\u{1f600}'.repeat(50), max).isWellFormed()),
    expected: [true, true, true, true, true],
  },
  {
    name: 'every character left out is counted, halves of pairs included',
    run: (k) => k.truncateOutput('\u{1f600}'.repeat(50), 41),
    expected: '\u{1f600}\n[... 96 characters left out ...]\n\u{1f600}',
  },
  {
    name: 'a text with lone halves is cut as well',
    run: (k) => k.truncateOutput(`\ud83d${'x'.repeat(100)}\ude00`, 40).length,
    expected: 39,
  },
  {
    name: 'names order by code points, not by UTF-16 units',
    run: (k) => k.comesBefore('\u{ffff}', '\u{1f600}'),
    expected: true,
  },
  {
    name: 'a beginning comes first, and nothing before itself',
    run: (k) => [k.comesBefore('k', 'kg'), k.comesBefore('kg', 'k'), k.comesBefore('kg', 'kg')],
    expected: [true, false, false],
  },
  {
    name: 'only own properties are effectiveness',
    run: (k) => ['constructor', '__proto__', 'toString'].map((type) => k.effectivenessFor(type, entry(k, 'kg'))),
    expected: [0, 0, 0],
  },
  {
    name: 'a bounded response says whether it was cut',
    run: (k) => [k.boundResponse(['a']).cut, k.boundResponse(['x'.repeat(k.maxResponseBytes + 1)]).cut],
    expected: [false, true],
  },
  {
    name: 'an unknown tool ends the step in an error',
    run: (k) => {
      const step = k.registryStep({ kind: 'tool-call', toolName: 'rm', query: '' }, [entry(k, 'kg')], k.agentState());
      return step.kind === 'stepped' ? [step.state.stepCounter, step.state.error] : step;
    },
    expected: [1, { kind: 'precondition-failed', reason: 'Unknown tool' }],
  },
  {
    name: 'an unknown tool is refused to an agent that must respond',
    run: (k) => k.registryStep({ kind: 'tool-call', toolName: 'rm', query: '' }, [], k.agentState({ done: true })).kind,
    expected: 'refused',
  },
  {
    name: 'a permitted call runs the named tool with its query, once',
    run: (k) => {
      const asked: string[] = [];
      const tools = ['kg', 'web'].map((name) =>
        k.GovernedTool.govern(k.toolSpec({ name, tokenCost: 5 }), async (query) => asked.push(`${name} ${query}`)),
      );
      const action = { kind: 'tool-call', toolName: 'web', query: 'why' } as const;
      const step = k.GovernedTool.takeStep(action, tools, k.agentState());
      if (step.kind === 'refused' || step.call === null) return 'not permitted';
      const { signal } = new AbortController();
      void step.call.run(signal);
      try {
        void step.call.run(signal);
      } catch (error) {
        asked.push(String(error));
      }
      return [step.call.tool.name, step.state.tokenBudget, asked];
    },
    expected: ['web', 9_995, ['web why', 'Error: bug: a paid call of web was used twice']],
  },
  {
    name: 'no call comes out of a step that permits none',
    run: (k) => {
      const tools = [
        k.GovernedTool.govern(k.toolSpec({ name: 'shell', requiresExecute: true }), async () => 'ran'),
        k.GovernedTool.govern(k.toolSpec({ name: '' }), async () => 'ran'),
      ];
      const actions = [
        { kind: 'tool-call', toolName: 'shell', query: '' },
        { kind: 'tool-call', toolName: 'kg', query: '' },
        { kind: 'final-answer', answer: '' },
        { kind: 'no-action' },
      ] as const;
      return actions.map((action) => {
        const step = k.GovernedTool.takeStep(action, tools, k.agentState());
        return step.kind === 'stepped' && step.call === null;
      });
    },
    expected: [true, true, true, true],
  },
  {
    name: 'an agent that must respond takes no governed step',
    run: (k) => k.GovernedTool.takeStep({ kind: 'no-action' }, [], k.agentState({ done: true })).kind,
    expected: 'refused',
  },
  {
    name: 'the registry of governed tools has their specs',
    run: (k) => k.registryOf([k.GovernedTool.govern(k.toolSpec({ name: 'kg' }), async () => 'ran')]),
    expected: [
      {
        spec: { name: 'kg', requiredAccess: 0, requiresExecute: false, tokenCost: 0, timeCost: 0 },
        effectiveness: {},
      },
    ],
  },
];
