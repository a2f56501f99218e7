/**
 * The language in which the decisions are written down once (`definitions.ts`). The TypeScript kernel runs these
 * definitions (`evaluate.ts`), and the exports to SMT-LIB and Python print the same ones (`export/`).
 */
import type { AgentAction, AgentState, ErrorKind, ToolSpec } from './records.ts';

type FieldsOfType<R, T> = { [K in keyof R]: R[K] extends T ? K : never }[keyof R] & string;

export type ToolNumber = FieldsOfType<ToolSpec, number>;
export type StateNumber = FieldsOfType<AgentState, number>;
export type ToolFlag = FieldsOfType<ToolSpec, boolean>;
export type StateFlag = FieldsOfType<AgentState, boolean>;

/** A natural number. */
export type Term =
  | { readonly term: 'number'; readonly value: number }
  | { readonly term: 'tool'; readonly field: ToolNumber }
  | { readonly term: 'state'; readonly field: StateNumber }
  /** A number that the caller gives: a threshold, a new satisfaction. */
  | { readonly term: 'given'; readonly name: string }
  | { readonly term: 'sum'; readonly left: Term; readonly right: Term }
  /** Never below 0. */
  | { readonly term: 'difference'; readonly left: Term; readonly right: Term }
  | { readonly term: 'least'; readonly left: Term; readonly right: Term }
  | { readonly term: 'either'; readonly when: Formula; readonly yes: Term; readonly no: Term }
  | DefinedTerm;

/** True or false. */
export type Formula =
  | { readonly formula: 'at-most'; readonly left: Term; readonly right: Term }
  | { readonly formula: 'less-than'; readonly left: Term; readonly right: Term }
  | { readonly formula: 'equal'; readonly left: Term; readonly right: Term }
  | { readonly formula: 'tool-flag'; readonly field: ToolFlag }
  | { readonly formula: 'state-flag'; readonly field: StateFlag }
  | { readonly formula: 'error-is'; readonly kind: ErrorKind['kind'] }
  | { readonly formula: 'action-is'; readonly kind: AgentAction['kind'] }
  /** The action names this tool. */
  | { readonly formula: 'names-tool' }
  | { readonly formula: 'not'; readonly of: Formula }
  | { readonly formula: 'and'; readonly of: readonly Formula[] }
  | { readonly formula: 'or'; readonly of: readonly Formula[] }
  | DefinedFormula;

/** A term or formula under the name it has in the exports. */
export type Definition = DefinedTerm | DefinedFormula;

interface DefinedTerm {
  readonly term: 'defined';
  readonly name: string;
  readonly by: Term;
}

interface DefinedFormula {
  readonly formula: 'defined';
  readonly name: string;
  readonly by: Formula;
}

/** A natural number that stands in the definition itself. */
export const number = (value: number): Term => ({ term: 'number', value });
/** A natural number that the caller gives under this name, such as a threshold. */
export const given = (name: string): Term => ({ term: 'given', name });
/** `left + right`. */
export const sum = (left: Term, right: Term): Term => ({ term: 'sum', left, right });
/** `left - right`, and 0 where that would be negative: budgets never go below 0 (K5). */
export const difference = (left: Term, right: Term): Term => ({ term: 'difference', left, right });
/** The smaller of the two. */
export const least = (left: Term, right: Term): Term => ({ term: 'least', left, right });
/** `yes` where the formula holds, else `no`. */
export const either = (when: Formula, yes: Term, no: Term): Term => ({ term: 'either', when, yes, no });

/** Whether `left ≤ right`. */
export const atMost = (left: Term, right: Term): Formula => ({ formula: 'at-most', left, right });
/** Whether `left < right`. */
export const lessThan = (left: Term, right: Term): Formula => ({ formula: 'less-than', left, right });
/** Whether both are the same natural number. */
export const equal = (left: Term, right: Term): Formula => ({ formula: 'equal', left, right });
/** Whether the state's error is of this kind; `none` asks whether it has no error. */
export const errorIs = (kind: ErrorKind['kind']): Formula => ({ formula: 'error-is', kind });
/** Whether the action is a tool call, a final answer or none. */
export const actionIs = (kind: AgentAction['kind']): Formula => ({ formula: 'action-is', kind });
export const namesTool: Formula = { formula: 'names-tool' };
/** Whether the formula does not hold. */
export const not = (of: Formula): Formula => ({ formula: 'not', of });
/** Whether all hold; with nothing given, true. */
export const and = (...of: readonly Formula[]): Formula => ({ formula: 'and', of });
/** Whether at least one holds; with nothing given, false. */
export const or = (...of: readonly Formula[]): Formula => ({ formula: 'or', of });

/** Gives a term its name in the exports. */
export const quantity = (name: string, by: Term): DefinedTerm => ({ term: 'defined', name, by });
/** Gives a formula its name in the exports. */
export const predicate = (name: string, by: Formula): DefinedFormula => ({ formula: 'defined', name, by });

/** The numbers and flags of a tool, to be written as `tool.tokenCost`. */
export const tool = {
  requiredAccess: { term: 'tool', field: 'requiredAccess' },
  tokenCost: { term: 'tool', field: 'tokenCost' },
  timeCost: { term: 'tool', field: 'timeCost' },
  requiresExecute: { formula: 'tool-flag', field: 'requiresExecute' },
} as const satisfies Record<ToolNumber, Term> & Record<ToolFlag, Formula>;

/** The numbers and flags of a state. */
export const state = {
  stepCounter: { term: 'state', field: 'stepCounter' },
  maxSteps: { term: 'state', field: 'maxSteps' },
  tokenBudget: { term: 'state', field: 'tokenBudget' },
  timeBudget: { term: 'state', field: 'timeBudget' },
  fileAccess: { term: 'state', field: 'fileAccess' },
  satisfaction: { term: 'state', field: 'satisfaction' },
  maxContextTokens: { term: 'state', field: 'maxContextTokens' },
  executeAllowed: { formula: 'state-flag', field: 'executeAllowed' },
  done: { formula: 'state-flag', field: 'done' },
} as const satisfies Record<StateNumber, Term> & Record<StateFlag, Formula>;
