import { hash } from 'node:crypto';
import { canonicalJson } from '../../canonical/index.ts';
import { fail, ok, type Result, required, unreachable } from '../../problem/index.ts';
import { canonicalFormula, type Formula, inputNames, type Operator } from './formula.ts';
import { add, digitsOf, divide, type Fraction, multiply, negate, remainder, subtract } from './fraction.ts';

/** Numbers that grow beyond this many digits end the calculation. */
const maxDigits = 5_000;

/**
 * What a formula comes to, exactly. Every name must have an input. Errors: `formula-division` by zero, `formula-range`
 * for numbers of more than 5,000 digits.
 */
export function evaluateFormula(formula: Formula, inputs: ReadonlyMap<string, Fraction>): Result<Fraction> {
  switch (formula.kind) {
    case 'number':
      return ok(formula.value);
    case 'input':
      return ok(required(inputs.get(formula.name), `input ${formula.name}`));
    case 'negate': {
      const operand = evaluateFormula(formula.operand, inputs);
      return operand.ok ? ok(negate(operand.value)) : operand;
    }
    case 'operation': {
      const left = evaluateFormula(formula.left, inputs);
      if (!left.ok) return left;
      const right = evaluateFormula(formula.right, inputs);
      return right.ok ? operate(formula.operator, left.value, right.value) : right;
    }
    default:
      return unreachable(formula);
  }
}

function operate(operator: Operator, left: Fraction, right: Fraction): Result<Fraction> {
  if ((operator === '/' || operator === '%') && right.numerator === 0n) {
    return fail('formula-division', 'The formula divides by zero');
  }
  if (digitsOf(left) + digitsOf(right) > maxDigits) {
    return fail('formula-range', `The formula reaches numbers of more than ${maxDigits} digits`);
  }
  return ok(operations[operator](left, right));
}

const operations: Readonly<Record<Operator, (left: Fraction, right: Fraction) => Fraction>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
};

/** `sha256:` and 64 hex digits over the RFC 8785 form of the canonical formula and the names it takes. */
export function formulaHash(formula: Formula): string {
  const form = { formula: canonicalFormula(formula), inputs: [...inputNames(formula)] };
  return `sha256:${hash('sha256', canonicalJson(form), 'hex')}`;
}
