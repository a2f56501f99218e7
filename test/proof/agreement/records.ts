/** Kernel records as the book lays them out: lists of their fields. */
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
import { keyword, type Lisp } from '../lisp.ts';

/** In the order of the book's fields, as all below. */
export function lispTool(tool: ToolSpec): Lisp {
  return [tool.name, tool.requiredAccess, tool.requiresExecute, tool.tokenCost, tool.timeCost];
}

/** The kind first, then what it carries. */
export function lispError(error: ErrorKind): Lisp {
  switch (error.kind) {
    case 'precondition-failed':
      return [keyword(error.kind), error.reason];
    case 'tool-error':
      return [keyword(error.kind), error.toolName, error.message];
    default:
      return [keyword(error.kind)];
  }
}

/** Role and content. */
export function lispMessage(message: ChatMessage): Lisp {
  return [keyword(message.role), message.content];
}

/** Content, source and confidence. */
export function lispFact(fact: Fact): Lisp {
  return [fact.content, keyword(fact.source), fact.confidence];
}

/** Name, type and whether it is achieved. */
export function lispGoal(goal: Goal): Lisp {
  return [goal.name, goal.type, goal.achieved];
}

/** Every field of a state; lists in their order. */
export function lispState(state: AgentState): Lisp {
  return [
    state.stepCounter,
    state.maxSteps,
    state.tokenBudget,
    state.timeBudget,
    state.fileAccess,
    state.executeAllowed,
    state.satisfaction,
    state.done,
    lispError(state.error),
    state.messages.map(lispMessage),
    state.maxContextTokens,
    state.facts.map(lispFact),
    state.goals.map(lispGoal),
  ];
}

/** The kind first, then what it carries. */
export function lispAction(action: AgentAction): Lisp {
  switch (action.kind) {
    case 'tool-call':
      return [keyword(action.kind), action.toolName, action.query];
    case 'final-answer':
      return [keyword(action.kind), action.answer];
    case 'no-action':
      return [keyword(action.kind)];
  }
}

/** A tool with its effectiveness per type of goal. */
export function lispEntry({ spec, effectiveness }: RegisteredTool): Lisp {
  const pairs = Object.entries(effectiveness).map(([type, value]): Lisp => ({ pair: [type, value] }));
  return [lispTool(spec), pairs];
}

/** One step of a history. */
export function lispRecord(record: ActionRecord): Lisp {
  return [
    lispAction(record.action),
    record.step,
    record.success,
    record.observation,
    record.learned.map(lispFact),
    record.achieved,
  ];
}
