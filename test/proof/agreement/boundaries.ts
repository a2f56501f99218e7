/** The cases that lie on an edge: each limit, one below and one above it. */
import {
  type ActionRecord,
  type AgentAction,
  type AgentState,
  agentState,
  type ChatMessage,
  type ToolRegistry,
  type ToolSpec,
  toolSpec,
} from '../../../core/kernel/index.ts';

const mebibyte = 1_048_576;
const marker = '[error: the response was larger than 10,000 items or 1 MiB and was cut here]';
const call: AgentAction = { kind: 'tool-call', toolName: 'kg', query: 'q' };

/** Action, tool, state, threshold, value. */
export function control(): readonly (readonly [AgentAction, ToolSpec, AgentState, number, number])[] {
  const around = [0, 1, 2];
  const costs = around.flatMap((cost) => around.map((budget) => [cost, budget] as const));
  const tools = costs.flatMap(([cost, budget]) => [
    [toolSpec({ name: 'kg', tokenCost: cost }), agentState({ tokenBudget: budget })] as const,
    [toolSpec({ name: 'kg', timeCost: cost }), agentState({ timeBudget: budget })] as const,
    [toolSpec({ name: 'kg', requiredAccess: cost }), agentState({ fileAccess: budget })] as const,
    [toolSpec({ name: 'kg' }), agentState({ stepCounter: cost, maxSteps: budget })] as const,
  ]);
  const flags = [false, true].flatMap((requiresExecute) =>
    [false, true].flatMap((executeAllowed) =>
      [false, true].map(
        (done) =>
          [toolSpec({ name: 'kg', requiresExecute }), agentState({ executeAllowed, done, satisfaction: 100 })] as const,
      ),
    ),
  );
  const actions: readonly AgentAction[] = [
    call,
    { kind: 'tool-call', toolName: 'shell', query: 'q' },
    { kind: 'final-answer', answer: '42' },
    { kind: 'no-action' },
  ];
  const values = [0, 99, 100, 101];
  return [...tools, ...flags].flatMap(([tool, state]) =>
    actions.flatMap((action) =>
      values.map((value) => [action, tool, { ...state, satisfaction: value }, 100, value] as const),
    ),
  );
}

/** Tool, state, value: numbers that are no natural numbers. */
export function malformed(): readonly (readonly [ToolSpec, AgentState, number])[] {
  return [-1, 0.5, -2.25, 1.5, -0].flatMap((bad) => [
    [{ ...toolSpec({ name: 'kg' }), tokenCost: bad, timeCost: bad, requiredAccess: bad }, agentState(), bad] as const,
    [toolSpec({ name: 'kg', tokenCost: 1 }), { ...agentState(), tokenBudget: bad, stepCounter: bad }, bad] as const,
    [toolSpec({ name: 'kg', timeCost: 1 }), { ...agentState(), timeBudget: bad, maxSteps: bad }, bad] as const,
    [
      toolSpec({ name: 'kg', requiredAccess: 1 }),
      { ...agentState(), fileAccess: bad, satisfaction: bad },
      bad,
    ] as const,
  ]);
}

/** Text and number of bytes: every place to cut characters of one to four bytes. */
export function texts(): readonly (readonly [string, number])[] {
  return ['', 'abcde', 'aé€\u{1f600}z', '\u{1f600}\u{1f600}', 'éé'].flatMap((text) =>
    Array.from({ length: 13 }, (_, count) => [text, count] as const),
  );
}

/** Text and limit: the lengths at which `truncateOutput` begins to cut and to mark. */
export function outputs(): readonly (readonly [string, number])[] {
  return [40, 41, 99, 100, 101, 1_000, 1_001].flatMap((size) =>
    [0, 1, 33, 34, 35, 36, 37, 40, size - 1, size, size + 1].map(
      (max) => ['0123456789'.repeat(101).slice(0, size), max] as const,
    ),
  );
}

/** Around 10,000 items and 1 MiB, also where the cut meets a character of two bytes (K12). */
export function responses(): readonly (readonly string[])[] {
  const edge = mebibyte - marker.length;
  return [
    [],
    Array.from({ length: 10_000 }, () => 'x'),
    Array.from({ length: 10_001 }, () => 'x'),
    ['x'.repeat(mebibyte)],
    ['x'.repeat(mebibyte + 1)],
    ['x'.repeat(mebibyte), 'y'],
    ['x'.repeat(edge - 1), 'é'.repeat(100)],
    ['x'.repeat(edge), 'y'.repeat(100)],
    ['x'.repeat(mebibyte / 2), '€'.repeat(mebibyte / 6)],
  ];
}

/** State, message, count: system messages that do not fit alone, and windows around the margin. */
export function conversations(): readonly (readonly [AgentState, ChatMessage, number])[] {
  const system: ChatMessage = { role: 'system', content: 'é'.repeat(101) };
  const user: ChatMessage = { role: 'user', content: 'four' };
  return [0, 499, 500, 501, 510, 550, 551, 552, 553, 554, 600].flatMap((maxContextTokens) => [
    [agentState({ maxContextTokens, messages: [system, user, user] }), user, 1] as const,
    [agentState({ maxContextTokens, messages: [user, system, user] }), user, 2] as const,
  ]);
}

/** Two usable tools that differ a little or not at all in what decides between them. */
export function choices(): readonly (readonly [AgentAction, ToolRegistry, AgentState, string, readonly string[]])[] {
  const entries = [0, 1].flatMap((effectiveness) =>
    [0, 1].flatMap((tokenCost) =>
      ['k', 'kg'].map((name) => ({
        spec: toolSpec({ name, tokenCost, timeCost: effectiveness }),
        effectiveness: { question: effectiveness },
      })),
    ),
  );
  return entries.flatMap((first) =>
    entries.map((second) => {
      const other = { ...second, spec: { ...second.spec, timeCost: 7 } };
      return [call, [first, other], agentState(), 'question', []] as const;
    }),
  );
}

/** Observations and answers around the limit of what goes into the conversation. */
export function histories(): readonly (readonly [readonly ActionRecord[], ToolRegistry, AgentState])[] {
  const registry: ToolRegistry = [{ spec: toolSpec({ name: 'kg', tokenCost: 1 }), effectiveness: {} }];
  const roomy = agentState({ maxContextTokens: 1_000_000 });
  const failed = { step: 1, success: false, observation: 'down', learned: [], achieved: [] };
  const failures = [call, { kind: 'final-answer', answer: '42' } as const, { kind: 'no-action' } as const].map(
    (action) => [[{ ...failed, action }], registry, roomy] as const,
  );
  const lengths = [9_999, 10_000, 10_001, 12_000].flatMap((size) => {
    const long = 'x'.repeat(size);
    const base = { step: 1, success: true, observation: long, learned: [], achieved: [] };
    return [
      [[{ ...base, action: call }], registry, roomy] as const,
      [[{ ...base, action: { kind: 'final-answer', answer: long } }], registry, roomy] as const,
    ];
  });
  return [...failures, ...lengths];
}
