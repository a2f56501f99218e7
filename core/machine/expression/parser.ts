import { ok, type Result } from '../../problem/index.ts';
import { syntaxError, type Token, tokenize } from './lexer.ts';
import { type ArithmeticOperator, type ComparisonOperator, type Root, roots, type SimpleExpression } from './syntax.ts';

/** Longer texts and deeper nestings than these are refused. */
const maxLength = 10_000;
const maxDepth = 100;

const comparisons: readonly ComparisonOperator[] = ['==', '!=', '<=', '>=', '<', '>'];
const constants = new Map<string, null | boolean>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const words = new Set(['and', 'or', 'not', ...constants.keys()]);

/** What the parser carries: where it is and how deep. Errors are thrown to `parseSimple` only, as results. */
class SyntaxProblem {
  readonly result: Result<never>;
  constructor(result: Result<never>) {
    this.result = result;
  }
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  whole(): SimpleExpression {
    const expression = this.#or();
    if (this.#token().kind !== 'end') throw this.#unexpected('the end');
    return expression;
  }

  #token(): Token {
    return this.#tokens[this.#index] ?? { kind: 'end', at: this.#text.length };
  }

  #unexpected(wanted: string): SyntaxProblem {
    const token = this.#token();
    const found = token.kind === 'end' ? 'the end' : JSON.stringify(token.value);
    return this.#problem(`Expected ${wanted}, found ${found}`, token.at);
  }

  #problem(message: string, at: number): SyntaxProblem {
    return new SyntaxProblem(syntaxError(this.#text, at, message));
  }

  #take(kind: 'symbol' | 'name', value: string): boolean {
    const token = this.#token();
    if (token.kind !== kind || token.value !== value) return false;
    this.#index += 1;
    return true;
  }

  #takeOneOf<T extends string>(values: readonly T[]): T | null {
    const token = this.#token();
    const found = token.kind === 'symbol' ? values.find((value) => value === token.value) : undefined;
    if (found === undefined) return null;
    this.#index += 1;
    return found;
  }

  #nested<T>(parse: () => T): T {
    if (this.#depth >= maxDepth) throw this.#problem(`Nested deeper than ${maxDepth}`, this.#token().at);
    this.#depth += 1;
    const value = parse();
    this.#depth -= 1;
    return value;
  }

  #or(): SimpleExpression {
    return this.#chain('or', () => this.#and());
  }

  #and(): SimpleExpression {
    return this.#chain('and', () => this.#not());
  }

  #chain(kind: 'and' | 'or', operand: () => SimpleExpression): SimpleExpression {
    const first = operand();
    const operands = [first];
    while (this.#take('name', kind)) operands.push(operand());
    return operands.length === 1 ? first : { kind, operands };
  }

  #not(): SimpleExpression {
    if (!this.#take('name', 'not')) return this.#comparison();
    return { kind: 'not', operand: this.#nested(() => this.#not()) };
  }

  #comparison(): SimpleExpression {
    const first = this.#sum();
    const rest: { operator: ComparisonOperator; operand: SimpleExpression }[] = [];
    for (;;) {
      const operator = this.#takeOneOf(comparisons);
      if (operator === null) break;
      rest.push({ operator, operand: this.#sum() });
    }
    return rest.length === 0 ? first : { kind: 'comparison', first, rest };
  }

  #sum(): SimpleExpression {
    return this.#arithmetic(['+', '-'], () => this.#arithmetic(['*', '/', '%'], () => this.#unary()));
  }

  #arithmetic(operators: readonly ArithmeticOperator[], operand: () => SimpleExpression): SimpleExpression {
    const first = operand();
    const rest: { operator: ArithmeticOperator; operand: SimpleExpression }[] = [];
    for (;;) {
      const operator = this.#takeOneOf(operators);
      if (operator === null) break;
      rest.push({ operator, operand: operand() });
    }
    return rest.length === 0 ? first : { kind: 'arithmetic', first, rest };
  }

  #unary(): SimpleExpression {
    if (!this.#take('symbol', '-')) return this.#primary();
    return { kind: 'negate', operand: this.#nested(() => this.#unary()) };
  }

  #primary(): SimpleExpression {
    const token = this.#token();
    if (token.kind === 'number' || token.kind === 'text') {
      this.#index += 1;
      return { kind: 'literal', value: token.value };
    }
    if (this.#take('symbol', '(')) {
      const inner = this.#nested(() => this.#or());
      if (!this.#take('symbol', ')')) throw this.#unexpected('")"');
      return inner;
    }
    if (token.kind !== 'name') throw this.#unexpected('a value');
    this.#index += 1;
    const constant = constants.get(token.value);
    if (constant !== undefined) return { kind: 'literal', value: constant };
    const root = roots.find((name) => name === token.value);
    if (root === undefined) {
      const message = words.has(token.value)
        ? `Expected a value, found ${JSON.stringify(token.value)}`
        : `${JSON.stringify(token.value)} is not known: use context, input or output`;
      throw this.#problem(message, token.at);
    }
    return this.#path(root);
  }

  #path(root: Root): SimpleExpression {
    const steps: (string | number)[] = [];
    for (;;) {
      if (this.#take('symbol', '.')) steps.push(this.#name());
      else if (this.#take('symbol', '[')) steps.push(this.#subscript());
      else return { kind: 'path', root, steps };
    }
  }

  #name(): string {
    const token = this.#token();
    if (token.kind !== 'name') throw this.#unexpected('a name after "."');
    this.#index += 1;
    return token.value;
  }

  #subscript(): string | number {
    const token = this.#token();
    const fits = token.kind === 'text' || (token.kind === 'number' && Number.isSafeInteger(token.value));
    if (!fits) throw this.#unexpected('a whole number or a text in "[ ]"');
    this.#index += 1;
    if (!this.#take('symbol', ']')) throw this.#unexpected('"]"');
    return token.value;
  }
}

/**
 * Parses a `simple` expression (X1). Empty text is true. Errors: `expression-syntax` with `line:column` as place; an
 * unknown root name is one too (X2, X4).
 */
export function parseSimple(text: string): Result<SimpleExpression> {
  if (text.length > maxLength) return syntaxError(text, 0, `The expression is longer than ${maxLength} characters`);
  if (text.trim() === '') return ok({ kind: 'literal', value: true });
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  try {
    return ok(new Parser(text, tokens.value).whole());
  } catch (thrown) {
    if (thrown instanceof SyntaxProblem) return thrown.result;
    throw thrown;
  }
}
