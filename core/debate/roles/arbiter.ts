import type { ArbiterDecision, Challenge } from '../agent-output.ts';
import { validateChallenge } from '../challenge/validate-challenge.ts';
import { defectSeverity } from '../defect.ts';
import type { HumanDecision } from '../human-decision.ts';
import type { TurnRequest } from '../role-player.ts';
import { outputOf } from './accounting.ts';
import { challengeName } from './challenge-name.ts';
import { findChainDefects, findContradictions } from './checks/examine.ts';
import { computed, type Finding, read } from './checks/finding.ts';
import { bounded } from './confidence.ts';
import { claimNames } from './naming.ts';
import { type Position, positionOn } from './positions.ts';
import { openChallenges, outputsOf, raisedIn, rulingsIn } from './raised.ts';
import type { RoleScript } from './script.ts';

interface Judgement {
  readonly decision: ArbiterDecision;
  readonly challenge: Challenge;
  readonly certainty: number;
}

/**
 * Validates every open challenge (D8), does its check again, rules, asks a person where the rules say so, and closes
 * the round.
 */
export function* arbiterCloses(request: TurnRequest): RoleScript {
  const { round } = request;
  const judged = openChallenges(request.state).map(({ challenge }) => judge(challenge, request));
  const escalated = judged.filter(({ decision }) => decision.ruling === 'ESCALATED');
  if (escalated.length > 0) yield reviewOf(escalated, request);
  const { registry, state } = request;
  const upheld = upheldFaults(judged, request);
  const ids = judged.length > 0 ? judged.flatMap(({ challenge }) => challenge.claim_refs) : heardIn(request);
  const known = [...new Set(ids)].filter((id) => registry.claim(id) !== null);
  const fatal = upheld.some(
    ({ claimId, type }) => defectSeverity[type] === 'FATAL' && registry.claim(claimId)?.material === true,
  );
  const position: Position = escalated.length > 0 ? 'undecided' : positionOn(upheld, registry);
  return outputOf(request, {
    content: closingText(judged, request),
    structured: {
      position,
      rulings: judged.map(({ decision }) => decision),
      open_questions: escalated.map(
        ({ challenge }) => `Does ${challengeName(challenge, request)} stand? A person decides`,
      ),
      critical_defect_detected: fatal,
    },
    claimIds: known,
    confidence: judged.length > 0 ? bounded(meanCertainty(judged)) : bounded(meanConfidence(request)),
    confidenceWhy:
      judged.length > 0
        ? 'Mean certainty of the checks that were done again: ' +
          '0.98 computed, 0.90 read, 0.75 inferred, 0.50 where a person is asked'
        : 'No challenge to rule on: the mean confidence of the outputs of this round ' +
          `(${state.messages.filter((message) => message.output.round_number === round).length})`,
    counterHypothesis:
      'The check that was done again is the same one that raised the challenge, and may be wrong in the same way',
    failureModes: ['A defect that nobody raised is not ruled on'],
  });
}

function judge(challenge: Challenge, request: TurnRequest): Judgement {
  const { registry, round } = request;
  const rule = (ruling: ArbiterDecision['ruling'], reason: string, certainty: number): Judgement => {
    const known = challenge.claim_refs.filter((id) => registry.claim(id) !== null);
    const { challenge_id } = challenge;
    return { challenge, certainty, decision: { round_number: round, challenge_id, ruling, reason, claim_refs: known } };
  };
  const validity = validateChallenge(challenge);
  if (!validity.valid) return rule('FRIVOLOUS', validity.reason, computed);
  const decided = decisionOn(challenge, request);
  if (decided !== null) {
    const said = decided.reason === null ? '' : `: ${decided.reason}`;
    if (decided.state === 'approved') return rule('DISMISSED', `A person accepted the claims${said}`, read);
    return rule('UPHELD', `A person did not accept the claims (${decided.state})${said}`, read);
  }
  const finding = findAgain(challenge, request);
  if (finding === null) return rule('DISMISSED', 'Done again, the check does not find it', read);
  const why = whyEscalate(challenge, finding, request);
  if (why !== null) return rule('ESCALATED', why, 0.5);
  return rule('UPHELD', `Done again, the check finds it: ${finding.description}`, finding.certainty);
}

/** The check that would find this, done by the arbiter itself: it takes nobody's word. */
function findAgain(challenge: Challenge, { registry }: TurnRequest): Finding | null {
  const all = [...findChainDefects(registry), ...findContradictions(registry)];
  const same = (finding: Finding): boolean =>
    finding.type === challenge.defect_type && challenge.claim_refs.includes(finding.claimId);
  return all.find(same) ?? null;
}

/**
 * A person is asked about a material claim when the defect is FATAL, when it is MAJOR and only inferred, or when its
 * cure is arbitration by people. Null: the arbiter rules alone.
 */
function whyEscalate(challenge: Challenge, finding: Finding, { registry }: TurnRequest): string | null {
  if (!challenge.claim_refs.some((id) => registry.claim(id)?.material === true)) return null;
  const severity = defectSeverity[challenge.defect_type];
  if (severity === 'FATAL') return 'A FATAL defect of a material claim is decided by a person';
  if (severity === 'MAJOR' && finding.certainty < read)
    return 'A MAJOR defect that is only inferred is decided by a person';
  return challenge.cure_protocol === 'HUMAN_ARBITRATION' ? 'The cure of this defect is arbitration by a person' : null;
}

/** What a person decided about exactly these claims after the challenge was escalated. */
function decisionOn(challenge: Challenge, { state, decisions }: TurnRequest): HumanDecision | null {
  if (rulingsIn(state).get(challenge.challenge_id)?.ruling !== 'ESCALATED') return null;
  return decisions.findLast((decision) => challenge.claim_refs.every((id) => decision.claim_refs.includes(id))) ?? null;
}

function reviewOf(escalated: readonly Judgement[], { registry }: TurnRequest) {
  const fatal = escalated.some(({ challenge }) => defectSeverity[challenge.defect_type] === 'FATAL');
  const claims = [...new Set(escalated.flatMap(({ decision }) => decision.claim_refs))];
  const reasons = escalated.map(
    ({ challenge, decision }) => `${challenge.defect_type}: ${decision.reason}. ${challenge.description}`,
  );
  const [first] = claims;
  const title = first === undefined ? '' : (registry.claim(first)?.claim_text ?? '');
  return {
    tool: 'request_human_review',
    args: {
      claim_ids: claims,
      reason: [title, ...reasons].join('\n').slice(0, 4_000),
      priority: fatal ? 'HIGH' : 'NORMAL',
      required_role: fatal ? 'PARTNER' : 'ANALYST',
    },
  };
}

/** Everything upheld up to now, with the judgements of this turn. */
function upheldFaults(judged: readonly Judgement[], { state }: TurnRequest) {
  const rulings = new Map(rulingsIn(state));
  for (const { decision } of judged) rulings.set(decision.challenge_id, decision);
  return raisedIn(state)
    .filter(({ challenge }) => rulings.get(challenge.challenge_id)?.ruling === 'UPHELD')
    .flatMap(({ challenge }) => challenge.claim_refs.map((claimId) => ({ claimId, type: challenge.defect_type })));
}

function closingText(judged: readonly Judgement[], request: TurnRequest): string {
  const { decisions, registry, state } = request;
  const told = decisions.map((decision) => {
    const reason = decision.reason === null ? 'no reason was given' : `the reason: ${decision.reason}`;
    return `- A person decided about ${claimNames(decision.claim_refs, registry)}: ${decision.state}; ${reason}`;
  });
  const rulings = judged.map(
    ({ challenge, decision }) => `- ${challengeName(challenge, request)}: **${decision.ruling}**. ${decision.reason}`,
  );
  if (rulings.length === 0) {
    const before = state.arbiter_decisions.length === 0 ? 'No challenge was raised' : 'No challenge is open any more';
    return [`${before}; there is nothing to rule on in this round.`, ...told].join('\n');
  }
  return ['Rulings of this round:', ...rulings, ...told].join('\n');
}

function heardIn({ state, round }: TurnRequest): readonly string[] {
  const heard = outputsOf(state).filter((output) => output.round_number === round);
  return heard.flatMap((output) => output.muhasabah_record.supported_claim_ids).slice(0, 60);
}

function meanCertainty(judged: readonly Judgement[]): number {
  return judged.reduce((so, judgement) => so + judgement.certainty, 0) / judged.length;
}

function meanConfidence({ state, round }: TurnRequest): number {
  const heard = outputsOf(state).filter((output) => output.round_number === round);
  return heard.reduce((so, output) => so + output.muhasabah_record.confidence, 0) / Math.max(heard.length, 1);
}
