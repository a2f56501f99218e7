import { fail, ok, type Result } from '../../problem/index.ts';
import { type Fraction, fractionOf } from './fraction.ts';

/**
 * Arithmetic over the names of a calculation's inputs. The conditions of machines are no help here: they know only
 * `context`, `input` and `output`, and calculate with binary doubles.
 */
export type Formula =
  | { readonly kind: 'number'; readonly value: Fraction; readonly text: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Formula }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Formula; readonly right: Formula };

export type Operator = '+' | '-' | '*' | '/' | '%';

const maxDepth = 100;

interface Token {
  readonly text: string;
  /** 1-based. */
  readonly column: number;
}

/** What went wrong at which character; caught by `parseFormula` only. */
class FormulaProblem {
  readonly message: string;
  readonly column: number;
  constructor(message: string, column: number) {
    this.message = message;
    this.column = column;
  }
}

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(\d+(?:\.\d+)?|[a-z][a-z0-9_]*|[-+*/%()])|(\S))/uy;
  let match = pattern.exec(text);
  while (match !== null) {
    const [whole, token, odd] = match;
    const column = match.index + whole.length - (token ?? odd ?? '').length + 1;
    if (token === undefined) throw new FormulaProblem(`${JSON.stringify(odd)} has no place in a formula`, column);
    tokens.push({ text: token, column });
    match = pattern.exec(text);
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #index = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
    this.#end = text.length + 1;
  }

  whole(): Formula {
    const formula = this.#chain(['+', '-'], () => this.#product());
    if (this.#index < this.#tokens.length) throw this.#unexpected('an operator');
    return formula;
  }

  #product(): Formula {
    return this.#chain(['*', '/', '%'], () => this.#unary());
  }

  #chain(operators: readonly Operator[], operand: () => Formula): Formula {
    let left = operand();
    for (;;) {
      const operator = operators.find((candidate) => candidate === this.#tokens[this.#index]?.text);
      if (operator === undefined) return left;
      this.#index += 1;
      left = { kind: 'operation', operator, left, right: operand() };
    }
  }

  #unary(): Formula {
    if (!this.#take('-')) return this.#primary();
    return this.#nested(() => ({ kind: 'negate', operand: this.#unary() }));
  }

  #primary(): Formula {
    const token = this.#tokens[this.#index];
    if (this.#take('(')) {
      const inner = this.#nested(() => this.#chain(['+', '-'], () => this.#product()));
      if (!this.#take(')')) throw this.#unexpected('")"');
      return inner;
    }
    if (token === undefined || !/^[a-z0-9]/.test(token.text)) throw this.#unexpected('a number, a name or "("');
    this.#index += 1;
    if (!/^\d/.test(token.text)) return { kind: 'input', name: token.text };
    return { kind: 'number', value: fractionOf(Number(token.text)), text: token.text };
  }

  #take(text: string): boolean {
    if (this.#tokens[this.#index]?.text !== text) return false;
    this.#index += 1;
    return true;
  }

  #nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.#problem(`Nested deeper than ${maxDepth}`);
    const value = parse();
    this.#depth -= 1;
    return value;
  }

  #unexpected(wanted: string): FormulaProblem {
    const token = this.#tokens[this.#index];
    return this.#problem(`Expected ${wanted}, found ${token === undefined ? 'the end' : JSON.stringify(token.text)}`);
  }

  #problem(message: string): FormulaProblem {
    return new FormulaProblem(message, this.#tokens[this.#index]?.column ?? this.#end);
  }
}

/**
 * Reads `+ - * / %`, unary minus, parentheses, decimal numbers and lower-case names; a chain groups from the left.
 * Error: `formula-syntax` with the 1-based column as place.
 */
export function parseFormula(text: string): Result<Formula> {
  try {
    return ok(new Parser(text).whole());
  } catch (thrown) {
    if (thrown instanceof FormulaProblem) return fail('formula-syntax', thrown.message, String(thrown.column));
    throw thrown;
  }
}

/** The names that a formula uses, each once, in alphabetical order. */
export function inputNames(formula: Formula): readonly string[] {
  const names = new Set<string>();
  const pending: Formula[] = [formula];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'input') names.add(next.name);
    else if (next.kind === 'negate') pending.push(next.operand);
    else if (next.kind === 'operation') pending.push(next.left, next.right);
  }
  return [...names].sort();
}

/** One spelling for every way to write the same tree: every operation in parentheses, one space around its operator. */
export function canonicalFormula(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return formula.text;
    case 'input':
      return formula.name;
    case 'negate':
      return `(-${canonicalFormula(formula.operand)})`;
    case 'operation':
      return `(${canonicalFormula(formula.left)} ${formula.operator} ${canonicalFormula(formula.right)})`;
  }
}
