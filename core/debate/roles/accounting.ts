import type { AgentOutput, StructuredContent } from '../agent-output.ts';
import type { Claim } from '../case/case-file.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import type { FalsifiabilityTest, Uncertainty } from '../muhasabah/record.ts';
import type { TurnRequest } from '../role-player.ts';
import { describeAmount } from './checks/compare-values.ts';
import { citedBy } from './cited-by.ts';
import { claimName, placeOf } from './naming.ts';

/** What a role by rules says, before it is put into the form of an output. */
export interface Statement {
  readonly content: string;
  readonly structured: StructuredContent;
  /** The claims that the content speaks of. At most `mostCited` are cited. */
  readonly claimIds: readonly string[];
  readonly confidence: number;
  /** How the confidence was worked out. */
  readonly confidenceWhy: string;
  readonly counterHypothesis: string;
  readonly failureModes: readonly string[];
  /** Uncertainties besides those that follow from weak sources. */
  readonly uncertainties?: readonly Uncertainty[];
}

/** A statement that names more claims than this says how many there are, and cites the first. */
const mostCited = 60;
const mostTests = 3;

/** Puts a statement into the form of an output with its Muḥāsabah record. */
export function outputOf({ role, round, registry }: TurnRequest, statement: Statement): AgentOutput {
  const cited = [...new Set(statement.claimIds)].slice(0, mostCited);
  const claims = cited.map((id) => registry.claim(id)).filter((claim) => claim !== null);
  const calculations = [...new Set(claims.flatMap((claim) => claim.calc_id ?? []))];
  const evidence = new Set(claims.flatMap((claim) => claim.evidence_refs));
  return {
    agent_id: role,
    role,
    round_number: round,
    content: statement.content,
    structured_content: statement.structured,
    claim_refs: cited,
    calc_refs: calculations,
    tool_calls: [],
    muhasabah_record: {
      supported_claim_ids: cited,
      supported_calc_ids: calculations,
      evidence_summary: [
        `${claims.length} claims`,
        `${calculations.length} calculations`,
        `${evidence.size} places in documents`,
      ].join(', '),
      counter_hypothesis: statement.counterHypothesis,
      falsifiability_tests: claims.slice(0, mostTests).map((claim) => testOf(claim, registry)),
      uncertainties: [...weaknesses(claims, registry), ...(statement.uncertainties ?? [])],
      failure_modes: [...statement.failureModes],
      confidence: statement.confidence,
      confidence_justification: statement.confidenceWhy,
    },
  };
}

/** A place that anybody can look up, and what must stand there. */
function testOf(claim: Claim, registry: ClaimRegistry): FalsifiabilityTest {
  const [first] = citedBy(claim, registry);
  const calculation = claim.calc_id === null ? null : registry.calculation(claim.calc_id);
  const says = claim.value === null ? 'what the claim says' : describeAmount(claim.value);
  if (calculation !== null) {
    const names = calculation.inputs.map((input) => input.name).join(', ');
    return {
      test_description: `Compute ${calculation.formula} again for ${claimName(claim, registry)}`,
      required_evidence: `The values of ${names} in their own sources`,
      pass_fail_rule: `Fails when the result is not ${says}`,
    };
  }
  return {
    test_description: `Look up ${claimName(claim, registry)} in its source`,
    required_evidence: first === undefined ? 'A document that states it; the case has none' : placeOf(first, registry),
    pass_fail_rule: `Fails when ${says} does not stand there`,
  };
}

/** What is weak about the sources of claims; nothing when every one is of grade A with several chains. */
export function weaknesses(claims: readonly Claim[], registry: ClaimRegistry): readonly Uncertainty[] {
  const standings = claims.flatMap((claim) => registry.standing(claim.claim_id) ?? []);
  const single = standings.filter((standing) => standing.corroboration_status === 'AHAD').length;
  const below = standings.filter((standing) => standing.claim_grade !== 'A').length;
  const found: Uncertainty[] = [];
  if (single > 0) {
    found.push({
      uncertainty: `${single} of ${claims.length} claims that this rests on have a single chain of transmission`,
      impact: 'An error of that one source would go unnoticed',
      mitigation: 'Ask for a source of another origin for the material ones',
    });
  }
  if (below > 0) {
    found.push({
      uncertainty: `${below} of ${claims.length} claims that this rests on are graded below A`,
      impact: 'What they say may be worth less than it looks',
      mitigation: 'Ask for audited figures, or leave these claims out of the thesis',
    });
  }
  return found;
}
