import type { Calculation, Claim } from '../../case/case-file.ts';
import type { ValueStructure } from '../../case/value.ts';
import type { ClaimRegistry } from '../../claim-registry.ts';
import { type DefectType, usualCure } from '../../defect.ts';
import { citedBy } from '../cited-by.ts';
import { claimName } from '../naming.ts';
import { yearsOfPeriod } from '../reading/period.ts';
import { compareValues } from './compare-values.ts';
import { computed, type Finding } from './finding.ts';

interface Flaw {
  readonly type: DefectType;
  readonly sentence: string;
}

/** Computes the calculation of a claim again, and compares unit and period of its inputs with the result's. */
export function checkCalculation(claim: Claim, registry: ClaimRegistry): readonly Finding[] {
  const calculation = claim.calc_id === null ? null : registry.calculation(claim.calc_id);
  if (calculation === null) return [];
  const inputs = calculation.inputs.map((input) => registry.claim(input.claim_id)).filter((input) => input !== null);
  const shown = [
    ...new Set([claim, ...inputs].flatMap((one) => citedBy(one, registry).map((item) => item.evidence_id))),
  ];
  if (shown.length === 0) return [];
  const flaws = [
    ...checkResult(claim, calculation, registry),
    ...checkUnits(calculation, inputs),
    ...checkPeriods(calculation.output, inputs),
  ];
  return flaws.map(({ type, sentence }) => ({
    claimId: claim.claim_id,
    type,
    evidenceIds: shown,
    description: `The calculation behind ${claimName(claim, registry)} does not carry it: ${sentence}.`,
    cure: usualCure[type],
    certainty: computed,
  }));
}

function checkResult(claim: Claim, calculation: Calculation, registry: ClaimRegistry): readonly Flaw[] {
  const { computed: result, agrees, problem } = registry.computed(calculation);
  if (result === null) return [{ type: 'INCONSISTENCY', sentence: `it cannot be computed: ${problem ?? 'no result'}` }];
  const { output } = calculation;
  const exact: ValueStructure = { ...output, amount: roundedLike(result / 10 ** output.scale) };
  const found = agrees ? [] : compareValues(output, exact).map(asFlaw(`${calculation.formula} gives another value`));
  const stated =
    claim.value === null ? [] : compareValues(claim.value, output).map(asFlaw('the result is another one'));
  return [...found, ...stated];
}

/** Twelve digits: more than any case states, fewer than a double holds. */
function roundedLike(amount: number): number {
  return Number(amount.toPrecision(12));
}

function asFlaw(what: string) {
  return ({ type, sentence }: Flaw): Flaw => ({ type, sentence: `${what}: ${sentence}` });
}

/** What is added, subtracted or averaged must be in one unit; a ratio has none of its own. */
function checkUnits({ formula, output }: Calculation, inputs: readonly Claim[]): readonly Flaw[] {
  const units = new Set(inputs.flatMap(({ value }) => (value === null ? [] : [value.unit.toLowerCase()])));
  const [unit] = units;
  if (units.size > 1 && !/[*/]\s*[a-z(]/u.test(formula)) {
    return [{ type: 'UNIT_MISMATCH', sentence: `it adds up ${[...units].join(' and ')}` }];
  }
  // `units` is a plain number: it says nothing of what is counted.
  if (units.has('units')) return [];
  const keepsUnit = units.size === 1 && !/\/\s*[a-z(]|\*/u.test(formula);
  if (!keepsUnit || unit === undefined || unit === output.unit.toLowerCase()) return [];
  return [{ type: 'UNIT_MISMATCH', sentence: `its inputs are in ${unit}, its result is in ${output.unit}` }];
}

/** The years of the inputs and the years of the result must be the same. */
function checkPeriods(output: ValueStructure, inputs: readonly Claim[]): readonly Flaw[] {
  const result = output.period === null ? null : yearsOfPeriod(output.period);
  const years = inputs.map(({ value }) => (value?.period == null ? null : yearsOfPeriod(value.period)));
  if (result === null || years.length === 0 || years.some((one) => one === null)) return [];
  const all = years.flatMap((one) => one ?? []);
  const [first, last] = [Math.min(...all), Math.max(...all)];
  if (first === result[0] && last === result[1]) return [];
  const period = first === last ? first : `${first} to ${last}`;
  const sentence = `its inputs are of ${period}, its result is of ${output.period}`;
  return [{ type: 'TIME_WINDOW_MISMATCH', sentence }];
}
