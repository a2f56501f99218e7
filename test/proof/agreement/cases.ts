/**
 * Cases on which the certified book and the TypeScript kernel must give the same: boundaries first, then generated
 * ones. Each case names what `agreement.lsp` evaluates. The arguments do not depend on the kernel under test.
 */
import fc from 'fast-check';
import type { ActionRecord, AgentAction, AgentState, ToolRegistry, ToolSpec } from '../../../core/kernel/index.ts';
import { keyword, type Lisp, printLisp } from '../lisp.ts';
import * as arbitrary from './arbitraries.ts';
import * as boundaries from './boundaries.ts';
import { lispAction, lispEntry, lispFact, lispMessage, lispRecord, lispState, lispTool } from './records.ts';

export type Kernel = typeof import('../../../core/kernel/index.ts');

/** One line of the case file: `(name (argument...) expected)`. */
export type AgreementCase = (kernel: Kernel) => string;

export interface CaseCounts {
  /** Generated states for the decisions, transitions and steps. */
  readonly states: number;
  /** Generated cases for each other group of functions. */
  readonly others: number;
}

/** Boundaries first, then generated cases, always the same ones. */
export function agreementCases({ states, others }: CaseCounts): readonly AgreementCase[] {
  const control = fc.tuple(arbitrary.action, arbitrary.tool, arbitrary.bareState, arbitrary.natural, arbitrary.natural);
  return [
    ...[...boundaries.control(), ...sample(control, states)].map((given) => controlCase(...given)),
    ...boundaries.malformed().map((given) => malformedCase(...given)),
    ...[...boundaries.texts(), ...sample(fc.tuple(arbitrary.text, arbitrary.natural), others)].map(textCase),
    ...[...boundaries.outputs(), ...sample(fc.tuple(fc.string({ maxLength: 200 }), fc.nat(220)), others)].map(
      outputCase,
    ),
    ...sample(fc.tuple(arbitrary.name, arbitrary.name), others).map(orderCase),
    ...[
      ...boundaries.conversations(),
      ...sample(fc.tuple(arbitrary.fullState, arbitrary.message, fc.nat(6)), others),
    ].map(conversationCase),
    ...[...boundaries.responses(), ...sample(fc.array(arbitrary.text, { maxLength: 5 }), others / 10)].map(
      responseCase,
    ),
    ...sample(fc.tuple(arbitrary.fullState, arbitrary.fact, arbitrary.name), others).map(knowledgeCase),
    ...[
      ...boundaries.choices(),
      ...sample(
        fc.tuple(
          arbitrary.action,
          arbitrary.registry,
          arbitrary.bareState,
          arbitrary.goalType,
          fc.array(arbitrary.name),
        ),
        others,
      ),
    ].map((given) => choiceCase(...given)),
    ...sample(
      fc.tuple(arbitrary.goalType, fc.boolean(), arbitrary.natural, arbitrary.natural, arbitrary.entry),
      others,
    ).map(adaptationCase),
    ...[
      ...boundaries.histories(),
      ...sample(
        fc.tuple(fc.array(arbitrary.record, { maxLength: 6 }), arbitrary.registry, arbitrary.fullState),
        others,
      ),
    ].map((given) => historyCase(...given)),
  ];
}

function sample<T>(of: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(of, { numRuns: Math.ceil(count), seed: 20_251_230 });
}

function line(name: string, given: readonly Lisp[], expected: Lisp): string {
  return printLisp([keyword(name), given, expected]);
}

function controlCase(
  action: AgentAction,
  tool: ToolSpec,
  state: AgentState,
  threshold: number,
  value: number,
): AgreementCase {
  const given = [lispAction(action), lispTool(tool), lispState(state), threshold, value];
  return (kernel) => {
    const step = kernel.reactStep(action, tool, state);
    return line('control', given, [
      kernel.toolPermitted(tool, state),
      kernel.toolBudgetSufficient(tool, state),
      kernel.canInvokeTool(tool, state),
      kernel.hasError(state),
      kernel.stepsSpent(state),
      kernel.budgetSpent(state),
      kernel.mustRespond(state),
      kernel.satisfied(state, threshold),
      kernel.shouldContinue(state, threshold),
      kernel.remainingSteps(state),
      keyword(kernel.phase(state, threshold)),
      kernel.stepInvokes(action, tool, state),
      lispState(kernel.deductToolCost(tool, state)),
      lispState(kernel.incrementStep(state)),
      lispState(kernel.updateSatisfaction(value, state)),
      lispState(kernel.markDone(state)),
      lispState(kernel.setError({ kind: 'max-iterations' }, state)),
      lispState(kernel.closeRun(state)),
      step.kind === 'refused' ? keyword('refused') : lispState(step.state),
    ]);
  };
}

/** Numbers that are not natural, read as 0 on both sides (K1). */
function malformedCase(tool: ToolSpec, state: AgentState, value: number): AgreementCase {
  const given = [lispTool(tool), lispState(state), value];
  return (kernel) => {
    const deducted = kernel.deductToolCost(tool, state);
    return line('malformed', given, [
      kernel.fixNatural(value),
      kernel.toolPermitted(tool, state),
      kernel.toolBudgetSufficient(tool, state),
      kernel.mustRespond(state),
      kernel.remainingSteps(state),
      deducted.tokenBudget,
      deducted.timeBudget,
      kernel.incrementStep(state).stepCounter,
      kernel.updateSatisfaction(value, state).satisfaction,
    ]);
  };
}

function textCase([text, count]: readonly [string, number]): AgreementCase {
  return (kernel) =>
    line('text', [text, count], [kernel.utf8Length(text), kernel.estimateTokens(text), kernel.utf8Prefix(text, count)]);
}

/** ASCII only: the book's characters are bytes, the kernel's are UTF-16 units. */
function outputCase([text, max]: readonly [string, number]): AgreementCase {
  return (kernel) => line('output', [text, max], kernel.truncateOutput(text, max));
}

function orderCase([left, right]: readonly [string, string]): AgreementCase {
  return (kernel) => line('order', [left, right], kernel.comesBefore(left, right));
}

function conversationCase([state, message, count]: readonly [
  AgentState,
  AgentState['messages'][number],
  number,
]): AgreementCase {
  const { messages, maxContextTokens } = state;
  return (kernel) =>
    line(
      'conversation',
      [lispState(state), lispMessage(message), count],
      [
        kernel.availableTokens(maxContextTokens),
        kernel.messagesTokens(messages),
        kernel.messagesFit(messages, maxContextTokens),
        kernel.truncateToFit(messages, maxContextTokens).map(lispMessage),
        kernel.keepRecent(messages, count).map(lispMessage),
        lispState(kernel.addMessage(message, state)),
      ],
    );
}

function responseCase(items: readonly string[]): AgreementCase {
  return (kernel) => line('response', [items], kernel.boundResponse(items).items);
}

function knowledgeCase([state, fact, name]: readonly [AgentState, AgentState['facts'][number], string]): AgreementCase {
  return (kernel) =>
    line(
      'knowledge',
      [lispState(state), lispFact(fact), name],
      [
        lispState(kernel.addFact(fact, state)),
        kernel.satisfactionOf(state.goals),
        lispState(kernel.achieveGoal(name, state)),
      ],
    );
}

function choiceCase(
  action: AgentAction,
  registry: ToolRegistry,
  state: AgentState,
  goalType: string,
  unavailable: readonly string[],
): AgreementCase {
  const given = [lispAction(action), registry.map(lispEntry), lispState(state), goalType, unavailable];
  const wanted = action.kind === 'tool-call' ? action.toolName : 'kg';
  return (kernel) => {
    const found = kernel.findTool(wanted, registry);
    const selected = kernel.selectTool(goalType, registry, state, unavailable);
    const step = kernel.registryStep(action, registry, state);
    return line(
      'choice',
      [...given, wanted],
      [
        found === null ? false : lispTool(found),
        selected === null ? false : lispTool(selected),
        step.kind === 'refused' ? keyword('refused') : lispState(step.state),
      ],
    );
  };
}

function adaptationCase([goalType, success, tokensUsed, secondsUsed, entry]: readonly [
  string,
  boolean,
  number,
  number,
  ToolRegistry[number],
]): AgreementCase {
  return (kernel) => {
    const adapted = kernel.adaptTool({ goalType, success, tokensUsed, secondsUsed }, entry);
    return line(
      'adaptation',
      [goalType, success, tokensUsed, secondsUsed, lispEntry(entry)],
      [lispTool(adapted.spec), kernel.effectivenessFor(goalType, adapted)],
    );
  };
}

/** The loop of a runner that takes the records as they come, against the book's loop and its replay. */
function historyCase(records: readonly ActionRecord[], registry: ToolRegistry, initial: AgentState): AgreementCase {
  return (kernel) => {
    const taken: ActionRecord[] = [];
    let state = initial;
    for (const record of records) {
      if (kernel.mustRespond(state)) break;
      state = kernel.applyRecord(record, registry, state);
      taken.push(record);
    }
    return line(
      'history',
      [records.map(lispRecord), registry.map(lispEntry), lispState(initial)],
      [
        lispState(kernel.replay(records, registry, initial)),
        lispState(state),
        taken.length,
        lispState(kernel.closeRun(state)),
      ],
    );
  };
}
