import { z } from 'zod';
import { withArguments } from './arguments.ts';
import { claimJson } from './lookup-claim.ts';
import { failed } from './tool.ts';

const schema = z.object({ calc_id: z.string(), include_inputs: z.boolean().nullish() });

/**
 * A calculation with its output as the case states it and as it comes out, formula hash and provenance (seed 002 §4.2).
 * Error: `CalculationNotFoundError`.
 */
export const lookupCalc = withArguments(schema, ({ calc_id: calcId, include_inputs: withInputs }, { registry }) => {
  const calculation = registry.calculation(calcId);
  if (calculation === null) return failed('CalculationNotFoundError', 'There is no calculation with this id');
  const computed = registry.computed(calculation);
  const inputs = computed.inputs.map(({ name, claim_id: claimId }) => {
    const claim = registry.claim(claimId);
    const standing = registry.standing(claimId);
    return { name, claim_id: claimId, claim: claim === null || standing === null ? null : claimJson(claim, standing) };
  });
  return {
    ok: true,
    result: {
      calc: {
        calc_id: calculation.calc_id,
        calc_type: calculation.calc_type,
        formula: calculation.formula,
        formula_hash: computed.formula_hash,
        code_version: calculation.code_version,
        output: calculation.output,
        computed: computed.computed,
        agrees: computed.agrees,
        problem: computed.problem,
      },
      ...(withInputs === false ? {} : { inputs }),
      calc_sanad: {
        input_claim_ids: computed.inputs.map((input) => input.claim_id),
        input_grades: computed.inputs.map(({ claim_id: id }) => registry.standing(id)?.claim_grade ?? 'D'),
      },
    },
  };
});
