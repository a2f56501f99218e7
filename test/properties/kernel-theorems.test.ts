import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateFormula } from '../../core/kernel/evaluate.ts';
import { claims } from '../../core/kernel/export/claims.ts';
import { and, not, or } from '../../core/kernel/formula.ts';
import {
  adaptTool,
  addMessage,
  boundResponse,
  bytesOf,
  canInvokeTool,
  maxResponseBytes,
  maxResponseItems,
  messagesFit,
  mustRespond,
  phase,
  reactStep,
  remainingSteps,
  satisfied,
  selectTool,
  shouldContinue,
  toolPermitted,
  truncateOutput,
  truncateToFit,
} from '../../core/kernel/index.ts';
import * as arbitrary from '../proof/agreement/arbitraries.ts';
import { situation } from '../proof/agreement/situations.ts';

/** The theorems of docs/theorems.md on the functions that run. */
const numRuns = process.env.MIZAN_LONG === '1' ? 10_000 : 500;

test.each(claims)('$name', ({ assuming, holds }) => {
  const claim = evaluateFormula(or(not(and(...assuming)), holds));
  fc.assert(fc.property(situation, claim), { numRuns });
});

test('exactly one phase holds, and it is the one that is named (K3)', () => {
  fc.assert(
    fc.property(arbitrary.bareState, arbitrary.natural, (state, threshold) => {
      const named = phase(state, threshold);
      expect(named === 'must-respond').toBe(mustRespond(state));
      expect(named === 'satisfied').toBe(!mustRespond(state) && satisfied(state, threshold));
      expect(named === 'continue').toBe(shouldContinue(state, threshold));
    }),
    { numRuns },
  );
});

test('a step makes progress and pays only for the tool that was named and permitted', () => {
  fc.assert(
    fc.property(situation, ({ action, tool, state }) => {
      const step = reactStep(action, tool, state);
      expect(step.kind === 'refused').toBe(mustRespond(state));
      if (step.kind === 'refused') return;
      expect(remainingSteps(step.state)).toBe(remainingSteps(state) - 1);
      const paid = step.state.tokenBudget < state.tokenBudget || step.state.timeBudget < state.timeBudget;
      if (!paid) return;
      expect(action).toMatchObject({ kind: 'tool-call', toolName: tool.name });
      expect(canInvokeTool(tool, state)).toBe(true);
    }),
    { numRuns },
  );
});

test('truncated context always fits, and adding a message keeps it so (K8)', () => {
  fc.assert(
    fc.property(arbitrary.fullState, arbitrary.message, ({ messages, ...rest }, message) => {
      const window = rest.maxContextTokens;
      expect(messagesFit(truncateToFit(messages, window), window)).toBe(true);
      expect(messagesFit(addMessage(message, { ...rest, messages }).messages, window)).toBe(true);
    }),
    { numRuns },
  );
});

test('truncated output never has more characters than allowed and stays well formed (K8)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(200), (text, max) => {
      const output = truncateOutput(text, max);
      expect(output.length).toBeLessThanOrEqual(max);
      expect(output.isWellFormed()).toBe(true);
    }),
    { numRuns },
  );
});

test('a selected tool is permitted, affordable and of the registry (K10)', () => {
  fc.assert(
    fc.property(arbitrary.goalType, arbitrary.registry, arbitrary.bareState, (goalType, registry, state) => {
      const usable = registry.filter((entry) => canInvokeTool(entry.spec, state));
      const selected = selectTool(goalType, registry, state);
      expect(selected === null).toBe(usable.length === 0);
      if (selected !== null) expect(usable.map((entry) => entry.spec)).toContainEqual(selected);
    }),
    { numRuns },
  );
});

test('adaptation leaves permission unchanged and costs real (K11)', () => {
  const seen = fc.record({
    goalType: arbitrary.goalType,
    success: fc.boolean(),
    tokensUsed: arbitrary.natural,
    secondsUsed: arbitrary.natural,
  });
  fc.assert(
    fc.property(seen, arbitrary.entry, arbitrary.bareState, (observation, entry, state) => {
      const { spec } = adaptTool(observation, entry);
      expect(toolPermitted(spec, state)).toBe(toolPermitted(entry.spec, state));
      expect(Number.isSafeInteger(spec.tokenCost) && spec.tokenCost >= Math.min(entry.spec.tokenCost, 1)).toBe(true);
    }),
    { numRuns },
  );
});

test('a response is within its bounds whatever came back (K12)', () => {
  const items = fc.oneof(
    fc.array(fc.string(), { maxLength: 20 }),
    fc.nat(12_000).map((count) => Array.from({ length: count }, () => 'item')),
    fc.nat(1_200_000).map((size) => ['é'.repeat(size)]),
  );
  fc.assert(
    fc.property(items, (response) => {
      const bounded = boundResponse(response);
      expect(bounded.items.length).toBeLessThanOrEqual(maxResponseItems);
      expect(bytesOf(bounded.items)).toBeLessThanOrEqual(maxResponseBytes);
    }),
    { numRuns: numRuns / 10 },
  );
});
