import { z } from 'zod';
import {
  agentAction,
  agentState,
  canInvokeTool,
  deductToolCost,
  estimateTokens,
  fixMessage,
  fixNatural,
  keepRecent,
  messagesFit,
  mustRespond,
  phase,
  type RegisteredTool,
  reactStep,
  remainingSteps,
  selectTool,
  shouldContinue,
  toolSpec,
  truncateOutput,
  truncateToFit,
  updateSatisfaction,
} from '../../kernel/index.ts';
import { fail, ok, type Result } from '../../problem/index.ts';
import type { ConformanceKind } from '../kind.ts';
import { readInput } from '../read-input.ts';

/** Loose records: the kernel itself gives defaults and fixes what is malformed (K1). */
const looseTool = z.looseObject({}).default({}).transform(toolSpec);
const looseState = z
  .looseObject({ errorState: z.unknown().optional() })
  .default({})
  .transform(({ errorState, ...fields }) => agentState({ error: errorState, ...fields }));
const messages = z.array(z.unknown().transform(fixMessage));
const natural = z.unknown().transform(fixNatural);
const looseEntry = z.looseObject({
  /** For each goal type, or one number for all of them. */
  effectiveness: z.union([z.number(), z.record(z.string(), z.number())]).default({}),
});
/** A list of tools, or tools by name. */
const registry = z.union([
  z.array(looseEntry),
  z
    .record(z.string(), looseEntry)
    .transform((byName) => Object.entries(byName).map(([name, entry]) => ({ name, ...entry }))),
]);

function registeredTool(goal: string, { effectiveness, ...fields }: z.infer<typeof looseEntry>): RegisteredTool {
  return {
    spec: toolSpec(fields),
    effectiveness: typeof effectiveness === 'number' ? { [goal]: effectiveness } : effectiveness,
  };
}

const onState = z.object({ state: looseState });
const onToolAndState = z.object({ tool: looseTool, state: looseState });

/** Each function by its name in the cases: how its arguments are read, and how it is called. */
const functions: Readonly<Record<string, (args: unknown) => Result<unknown>>> = {
  canInvokeTool: call(onToolAndState, ({ tool, state }) => canInvokeTool(tool, state)),
  mustRespond: call(onState, ({ state }) => mustRespond(state)),
  shouldContinue: call(onState, ({ state }) => shouldContinue(state)),
  phase: call(onState, ({ state }) => phase(state)),
  remainingSteps: call(onState, ({ state }) => remainingSteps(state)),
  deductToolCost: call(onToolAndState, ({ tool, state }) => deductToolCost(tool, state)),
  reactStep: (args) => {
    const read = readInput(onToolAndState.extend({ action: z.unknown().transform(agentAction) }), args);
    if (!read.ok) return read;
    const step = reactStep(read.value.action, read.value.tool, read.value.state);
    return step.kind === 'refused' ? fail('must-respond', step.reason) : ok(step.state);
  },
  updateSatisfaction: call(onState.extend({ value: natural }), ({ state, value }) => updateSatisfaction(value, state)),
  estimateTokens: call(z.object({ text: z.string() }), ({ text }) => estimateTokens(text)),
  messagesFit: call(z.object({ messages, maxTokens: natural }), (args) => messagesFit(args.messages, args.maxTokens)),
  truncateToFit: call(z.object({ messages, maxTokens: natural }), (args) =>
    truncateToFit(args.messages, args.maxTokens),
  ),
  truncateOutput: call(z.object({ text: z.string(), max: natural }), ({ text, max }) => truncateOutput(text, max)),
  keepRecent: call(z.object({ messages, n: natural }), (args) => keepRecent(args.messages, args.n)),
  selectTool: call(z.object({ goal: z.string(), registry, state: looseState }), (args) =>
    selectTool(
      args.goal,
      args.registry.map((entry) => registeredTool(args.goal, entry)),
      args.state,
    ),
  ),
};

/** The decision kernel of seed 000 (K1–K10). */
export const kernel: ConformanceKind = {
  kind: 'kernel',
  run(raw) {
    const input = readInput(z.object({ fn: z.string(), args: z.unknown() }), raw);
    if (!input.ok) return input;
    const { fn, args } = input.value;
    const run = Object.hasOwn(functions, fn) ? functions[fn] : undefined;
    if (run === undefined) return fail('input-invalid', `The kernel has no function ${JSON.stringify(fn)}`, 'fn');
    return run(args);
  },
};

function call<T>(schema: z.ZodType<T>, run: (args: T) => unknown): (args: unknown) => Result<unknown> {
  return (args) => {
    const read = readInput(schema, args);
    return read.ok ? ok(run(read.value)) : read;
  };
}
