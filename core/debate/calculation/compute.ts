import { fail, type Result } from '../../problem/index.ts';
import type { Calculation } from '../case/case-file.ts';
import type { CaseIndex } from '../case/case-index.ts';
import type { ValueStructure } from '../case/value.ts';
import { evaluateFormula, formulaHash } from './evaluate.ts';
import { parseFormula } from './formula.ts';
import { type Fraction, numberOf } from './fraction.ts';
import { agreesWith, exactValue } from './stated-value.ts';

/** A calculation done again from the values of its inputs. */
export interface ComputedCalculation {
  /** The exact result as the nearest double; null when it cannot be computed. */
  readonly computed: number | null;
  /** Whether the case states it as precisely as it says; false when it cannot be computed. */
  readonly agrees: boolean;
  readonly formula_hash: string;
  readonly inputs: readonly {
    readonly name: string;
    readonly claim_id: string;
    readonly value: ValueStructure | null;
  }[];
  /** Why it cannot be computed: a division by zero, an input without a value. */
  readonly problem: string | null;
}

/**
 * Does the arithmetic of a calculation with exact decimals. The formula must be one that the check of a case let pass.
 */
export function compute(calculation: Calculation, index: CaseIndex): ComputedCalculation {
  const inputs = calculation.inputs.map(({ name, claim_id }) => ({
    name,
    claim_id,
    value: index.claim(claim_id)?.value ?? null,
  }));
  const formula = parseFormula(calculation.formula);
  if (!formula.ok) {
    return { computed: null, agrees: false, formula_hash: '', inputs, problem: formula.problem.message };
  }
  const hash = formulaHash(formula.value);
  const exact = withValues(inputs, (values) => evaluateFormula(formula.value, values));
  if (!exact.ok) {
    return { computed: null, agrees: false, formula_hash: hash, inputs, problem: exact.problem.message };
  }
  return {
    computed: numberOf(exact.value),
    agrees: agreesWith(exact.value, calculation.output),
    formula_hash: hash,
    inputs,
    problem: null,
  };
}

function withValues(
  inputs: ComputedCalculation['inputs'],
  evaluate: (values: ReadonlyMap<string, Fraction>) => Result<Fraction>,
): Result<Fraction> {
  const values = new Map<string, Fraction>();
  for (const { name, value } of inputs) {
    if (value === null) {
      return fail('formula-input', `The input ${name} is a claim without a value`);
    }
    values.set(name, exactValue(value));
  }
  return evaluate(values);
}
