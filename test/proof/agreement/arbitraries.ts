/** Generated kernel records: small names that often match, numbers that often lie on a boundary. */
import fc from 'fast-check';
import type {
  ActionRecord,
  AgentAction,
  AgentState,
  ChatMessage,
  ErrorKind,
  Fact,
  Goal,
  RegisteredTool,
  ToolSpec,
} from '../../../core/kernel/index.ts';

const largest = 2 ** 53 - 2;

export const natural: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.nat(8) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 99, 100, 101, 499, 500, 501, 3_600, 10_000) },
  { weight: 1, arbitrary: fc.nat(20_000) },
  { weight: 1, arbitrary: fc.constantFrom(largest, largest - 1) },
);

export const percentage = fc.oneof(fc.nat(100), fc.constantFrom(0, 99, 100));
export const name = fc.constantFrom('kg', 'kh', 'k', 'vector', 'shell', 'Kg', 'é', '\u{ffff}', '\u{1f600}', '');
export const goalType = fc.constantFrom('question', 'code', 'search');

export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.array(fc.constantFrom('a', 'é', '€', '\u{1f600}', '"', '\\', '\n'), { maxLength: 12 }).map((all) => all.join('')),
  fc.nat(3_000).map((length) => 'x'.repeat(length)),
);

export const tool: fc.Arbitrary<ToolSpec> = fc.record({
  name,
  requiredAccess: fc.nat(3),
  requiresExecute: fc.boolean(),
  tokenCost: natural,
  timeCost: natural,
});

export const error: fc.Arbitrary<ErrorKind> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<ErrorKind>({ kind: 'none' }) },
  { weight: 1, arbitrary: fc.constantFrom<ErrorKind>({ kind: 'resource-exhausted' }, { kind: 'max-iterations' }) },
  { weight: 1, arbitrary: text.map((reason): ErrorKind => ({ kind: 'precondition-failed', reason })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, text)
      .map(([toolName, message]): ErrorKind => ({ kind: 'tool-error', toolName, message })),
  },
);

export const message: fc.Arbitrary<ChatMessage> = fc.record({
  role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
  content: text,
});

export const fact: fc.Arbitrary<Fact> = fc.record({
  content: text,
  source: fc.constantFrom('user', 'kg', 'llm', 'inference'),
  confidence: fc.oneof(percentage, natural),
});

export const goal: fc.Arbitrary<Goal> = fc.record({ name, type: goalType, achieved: fc.boolean() });

/** Budgets and counters only; conversation, facts and goals are empty. */
export const bareState: fc.Arbitrary<AgentState> = fc.record({
  stepCounter: natural,
  maxSteps: natural,
  tokenBudget: natural,
  timeBudget: natural,
  fileAccess: fc.nat(3),
  executeAllowed: fc.boolean(),
  satisfaction: fc.oneof(percentage, natural),
  done: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  error,
  messages: fc.constant([]),
  maxContextTokens: natural,
  facts: fc.constant([]),
  goals: fc.constant([]),
});

export const fullState: fc.Arbitrary<AgentState> = fc
  .tuple(
    bareState,
    fc.array(message, { maxLength: 5 }),
    fc.oneof(fc.nat(1_500), natural),
    fc.array(fact, { maxLength: 3 }),
    fc.array(goal, { maxLength: 4 }),
  )
  .map(([state, messages, maxContextTokens, facts, goals]) => ({ ...state, messages, maxContextTokens, facts, goals }));

export const action: fc.Arbitrary<AgentAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(name, text).map(([toolName, query]): AgentAction => ({ kind: 'tool-call', toolName, query })),
  },
  { weight: 1, arbitrary: text.map((answer): AgentAction => ({ kind: 'final-answer', answer })) },
  { weight: 1, arbitrary: fc.constant<AgentAction>({ kind: 'no-action' }) },
);

export const entry: fc.Arbitrary<RegisteredTool> = fc.record({
  spec: tool,
  effectiveness: fc.dictionary(
    goalType,
    fc.oneof(
      percentage,
      fc.integer({ min: -8, max: 8 }).map((halves) => halves / 2),
    ),
    { noNullPrototype: true },
  ),
});

export const registry = fc.array(entry, { maxLength: 5 });

export const record: fc.Arbitrary<ActionRecord> = fc.record({
  action,
  step: fc.nat(20),
  success: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  observation: text,
  learned: fc.array(fact, { maxLength: 2 }),
  achieved: fc.array(name, { maxLength: 2 }),
});
