import type { Claim } from '../case/case-file.ts';
import { type Defect, defectSeverity } from '../defect.ts';
import type { TurnRequest } from '../role-player.ts';
import { outputOf } from './accounting.ts';
import { bounded, strengthOf } from './confidence.ts';
import { claimName, shortened } from './naming.ts';
import { type Position, positionOn } from './positions.ts';
import { openChallenges, outputsOf, raisedIn, rulingsIn } from './raised.ts';
import type { RoleScript } from './script.ts';

const mostRequests = 3;
const mostNamed = 5;
/** Of the strength that material claims could have: with less than this the risk is too high to support. */
const tooWeak = 0.45;

interface Risks {
  readonly material: readonly Claim[];
  readonly bare: readonly Claim[];
  readonly gradeD: readonly Claim[];
  /** Part of the claims that rest on the one document on which most of them rest, 0 to 1. */
  readonly concentration: number;
  /** Mean strength of the material claims, 0 to 0.9. */
  readonly strength: number;
}

/** Weighs grades, concentration on single sources and missing evidence, and asks for what is missing. */
export function* riskOfficerComments(request: TurnRequest): RoleScript {
  const { registry, state } = request;
  const risks = weigh(request);
  for (const claim of [...risks.gradeD, ...risks.bare].slice(0, mostNamed)) {
    yield { tool: 'lookup_claim', args: { claim_id: claim.claim_id, include_sanad: true } };
  }
  const asked = new Set(outputsOf(state).flatMap((output) => output.structured_content.evidence_requests ?? []));
  const wanted = (risks.bare.length > 0 ? risks.bare : risks.material).map(queryFor);
  const requests = [...new Set(wanted)]
    .filter((query) => !asked.has(query))
    .slice(0, state.round_number === 1 ? mostRequests : 0);
  const position = positionOf(risks, request);
  const content = [
    `${risks.material.length} of ${registry.caseFile.claims.length} claims carry the thesis.`,
    `${Math.round(risks.concentration * 100)}% of the claims rest on one document.`,
    ...risks.bare.slice(0, mostNamed).map((claim) => `- No evidence: ${claimName(claim, registry)}`),
    ...risks.gradeD.slice(0, mostNamed).map((claim) => `- Grade D: ${claimName(claim, registry)}`),
    ...risks.material
      .filter((claim) => !risks.gradeD.includes(claim))
      .slice(0, mostNamed)
      .map((claim) => `- Material: ${claimName(claim, registry)}`),
  ].join('\n');
  return outputOf(request, {
    content,
    structured: {
      position,
      has_grade_d_material_claim: risks.gradeD.length > 0,
      evidence_requests: requests,
      open_questions: requests.map((query) => `Is there a second source for "${query}"?`),
    },
    claimIds: [...risks.gradeD, ...risks.bare, ...risks.material].map((claim) => claim.claim_id),
    confidence: bounded(0.5 + 0.4 * Math.abs(risks.strength - tooWeak) * 2),
    confidenceWhy:
      `Half, and more the further the mean strength of the material claims (${risks.strength.toFixed(2)}) ` +
      `is from the limit of ${tooWeak}`,
    counterHypothesis: 'One document can be enough when somebody independent has audited it',
    failureModes: ['Risks that no claim of the case speaks of are not seen'],
    uncertainties:
      risks.concentration > 0.5
        ? [
            {
              uncertainty: 'More than half of the claims rest on one document',
              impact: 'If that document is wrong, most of the thesis is',
              mitigation: 'Ask for a second document of another origin',
            },
          ]
        : [],
  });
}

function weigh({ registry, state }: TurnRequest): Risks {
  const { claims } = registry.caseFile;
  const marked = claims.filter((claim) => claim.material);
  const material = marked.length > 0 ? marked : claims;
  // A defect counts once the arbiter has upheld it: until then it is a challenge, and the others answer it.
  const settled = registry.withDefects(registry.defects.filter((defect) => isUpheld(defect, state)));
  const documents = Map.groupBy(
    claims.flatMap((claim) => {
      const [first] = claim.evidence_refs;
      return first === undefined ? [] : (registry.evidence(first)?.source_span.document_id ?? []);
    }),
    (id) => id,
  );
  const most = Math.max(0, ...[...documents.values()].map((ids) => ids.length));
  const strengths = material.map((claim) => strengthOf(settled.standing(claim.claim_id)));
  return {
    material,
    bare: material.filter((claim) => claim.evidence_refs.length === 0 && claim.calc_id === null),
    gradeD: marked.filter((claim) => settled.standing(claim.claim_id)?.claim_grade === 'D'),
    concentration: most / Math.max(claims.length, 1),
    strength: strengths.reduce((so, one) => so + one, 0) / Math.max(strengths.length, 1),
  };
}

function isUpheld(defect: Defect, state: TurnRequest['state']): boolean {
  const rulings = rulingsIn(state);
  return raisedIn(state).some(
    ({ challenge }) =>
      rulings.get(challenge.challenge_id)?.ruling === 'UPHELD' &&
      challenge.defect_type === defect.defect_type &&
      challenge.claim_refs.includes(defect.claim_id),
  );
}

function positionOf(risks: Risks, { state, registry }: TurnRequest): Position {
  if (risks.gradeD.length > 0 || risks.strength < tooWeak) return 'oppose';
  const rulings = rulingsIn(state);
  const upheld = raisedIn(state).filter(({ challenge }) => rulings.get(challenge.challenge_id)?.ruling === 'UPHELD');
  const faults = [...openChallenges(state), ...upheld].flatMap(({ challenge }) =>
    challenge.claim_refs.map((claimId) => ({ claimId, type: challenge.defect_type })),
  );
  const grave = faults.filter(({ type }) => defectSeverity[type] !== 'MINOR');
  return positionOn(grave.length > 0 ? grave : faults, registry);
}

/** Words to search for: what is measured and when. */
function queryFor(claim: Claim): string {
  const { value } = claim;
  if (value === null) return shortened(claim.claim_text);
  return [value.metric, value.period].filter((part) => part !== null).join(' ');
}
