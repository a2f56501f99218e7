import type { Json } from '../../canonical/index.ts';
import { fail, ok, type Result, unreachable } from '../../problem/index.ts';
import type { ArithmeticOperator, ComparisonOperator, Scope, SimpleExpression } from './syntax.ts';

/** False are false, null, 0, "", [] and {} (X3). */
export function isTruthy(value: Json): boolean {
  if (value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Deep and type-strict (X3): `1` and `true` differ, `1` and `1.0` are the same number. */
export function sameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameJson(member(left, key), member(right, key)));
}

/** An own data property, else null (X2): prototypes, `length` of lists and `constructor` are never read. */
export function member(value: Json, key: string | number): Json {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return typeof key === 'number' || /^\d+$/.test(key) ? (value[Number(key)] ?? null) : null;
  if (!Object.hasOwn(value, key)) return null;
  return (value as { readonly [name: string]: Json })[key] ?? null;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'number':
      return 'a number';
    case 'string':
      return 'a text';
    case 'boolean':
      return 'a boolean';
    default:
      return 'a map';
  }
}

const orderings: Readonly<
  Record<Exclude<ComparisonOperator, '==' | '!='>, (left: number | string, right: number | string) => boolean>
> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

function compare(operator: ComparisonOperator, left: Json, right: Json): Result<boolean> {
  if (operator === '==') return ok(sameJson(left, right));
  if (operator === '!=') return ok(!sameJson(left, right));
  const numbers = typeof left === 'number' && typeof right === 'number';
  const texts = typeof left === 'string' && typeof right === 'string';
  if (!numbers && !texts) {
    const found = `${typeName(left)} and ${typeName(right)}`;
    return fail('expression-type', `${operator} needs two numbers or two texts, found ${found}`);
  }
  return ok(orderings[operator](left, right));
}

function calculate(operator: ArithmeticOperator, left: Json, right: Json): Result<number> {
  if (typeof left !== 'number' || typeof right !== 'number') {
    return fail('expression-type', `${operator} needs two numbers, found ${typeName(left)} and ${typeName(right)}`);
  }
  if ((operator === '/' || operator === '%') && right === 0) {
    return fail('expression-division', 'Division by zero');
  }
  const value = operate(operator, left, right);
  return Number.isFinite(value) ? ok(value) : fail('expression-range', `${left} ${operator} ${right} is too large`);
}

function operate(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    default:
      return unreachable(operator);
  }
}

/**
 * The value of a `simple` expression. Pure. `and`, `or` and comparisons stop as soon as the answer is known and give
 * booleans. Errors: `expression-type`, `expression-division`, `expression-range` (X3).
 */
export function evaluateSimple(expression: SimpleExpression, scope: Scope): Result<Json> {
  switch (expression.kind) {
    case 'literal':
      return ok(expression.value);
    case 'path':
      return ok(expression.steps.reduce<Json>(member, scope[expression.root]));
    case 'not':
      return applied(evaluateSimple(expression.operand, scope), (operand) => ok(!isTruthy(operand)));
    case 'negate':
      return applied(evaluateSimple(expression.operand, scope), (operand) => calculate('-', 0, operand));
    case 'and':
    case 'or':
      return evaluateLogic(expression, scope);
    case 'comparison':
      return evaluateComparison(expression, scope);
    case 'arithmetic':
      return evaluateArithmetic(expression, scope);
    default:
      return unreachable(expression);
  }
}

type Kind<K extends SimpleExpression['kind']> = Extract<SimpleExpression, { kind: K }>;

function applied(operand: Result<Json>, work: (value: Json) => Result<Json>): Result<Json> {
  return operand.ok ? work(operand.value) : operand;
}

/** Stops at the first operand that decides: a true one of `or`, a false one of `and`. */
function evaluateLogic({ kind, operands }: Kind<'and' | 'or'>, scope: Scope): Result<Json> {
  const decisive = kind === 'or';
  for (const operand of operands) {
    const value = evaluateSimple(operand, scope);
    if (!value.ok) return value;
    if (isTruthy(value.value) === decisive) return ok(decisive);
  }
  return ok(!decisive);
}

/** `a < b < c`: stops at the first comparison that does not hold. */
function evaluateComparison({ first, rest }: Kind<'comparison'>, scope: Scope): Result<Json> {
  let left = evaluateSimple(first, scope);
  for (const { operator, operand } of rest) {
    if (!left.ok) return left;
    const right = evaluateSimple(operand, scope);
    if (!right.ok) return right;
    const holds = compare(operator, left.value, right.value);
    if (!holds.ok || !holds.value) return holds;
    left = right;
  }
  return ok(true);
}

function evaluateArithmetic({ first, rest }: Kind<'arithmetic'>, scope: Scope): Result<Json> {
  let left = evaluateSimple(first, scope);
  for (const { operator, operand } of rest) {
    if (!left.ok) return left;
    const right = evaluateSimple(operand, scope);
    if (!right.ok) return right;
    left = calculate(operator, left.value, right.value);
  }
  return left;
}
