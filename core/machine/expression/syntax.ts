import type { Json } from '../../canonical/index.ts';

/** The values an expression or a template may look at. */
export interface Scope {
  readonly context: Json;
  readonly input: Json;
  readonly output: Json;
}

export type Root = keyof Scope;
export const roots: readonly Root[] = ['context', 'input', 'output'];

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/** The tree of a `simple` expression (X1). Chains are lists, so that a long chain is not a deep tree. */
export type SimpleExpression =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
  | { readonly kind: 'path'; readonly root: Root; readonly steps: readonly (string | number)[] }
  | { readonly kind: 'not' | 'negate'; readonly operand: SimpleExpression }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SimpleExpression[] }
  | {
      readonly kind: 'comparison';
      readonly first: SimpleExpression;
      readonly rest: readonly { readonly operator: ComparisonOperator; readonly operand: SimpleExpression }[];
    }
  | {
      readonly kind: 'arithmetic';
      readonly first: SimpleExpression;
      readonly rest: readonly { readonly operator: ArithmeticOperator; readonly operand: SimpleExpression }[];
    };

/** A place inside an expression's text, both 1-based. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}
