import type { Claim } from '../case/case-file.ts';
import type { defectSeverity } from '../defect.ts';
import type { TurnRequest } from '../role-player.ts';
import { outputOf } from './accounting.ts';
import { challengeName } from './challenge-name.ts';
import { findChainDefects, findContradictions } from './checks/examine.ts';
import { read } from './checks/finding.ts';
import { bounded, confidenceOnClaims, strengthOf } from './confidence.ts';
import { shortened } from './naming.ts';
import { openChallenges, type RaisedChallenge, raisedIn, rulingsIn } from './raised.ts';
import type { RoleScript } from './script.ts';

/** A thesis rests on at most this many claims. */
const mostPillars = 12;
const mostLookups = 5;

/** Opens with the strongest thesis that the claims carry, and looks its first claims up before it rests on them. */
export function* advocateOpens(request: TurnRequest): RoleScript {
  const { registry, round } = request;
  const pillars = pillarsOf(request);
  for (const claim of pillars.slice(0, mostLookups)) {
    yield { tool: 'lookup_claim', args: { claim_id: claim.claim_id, include_sanad: true } };
  }
  const { caseFile } = registry;
  const ids = pillars.map((claim) => claim.claim_id);
  const confidence = confidenceOnClaims(ids, registry);
  const fallen = fallenClaims(request);
  const thesis = caseFile.thesis ?? `The claims of "${caseFile.title}" can be relied on`;
  const dropped = fallen.size === 0 ? '' : ` ${fallen.size} claims on which a challenge was upheld are left out.`;
  const content = [
    `${round === 1 ? 'Thesis' : 'The thesis as it stands now'}: ${shortened(thesis)}.${dropped}`,
    'It rests on these claims, the strongest first:',
    ...pillars.map((claim) => `- ${claim.claim_text}`),
  ].join('\n');
  return outputOf(request, {
    content,
    structured: { position: fallen.size === 0 ? 'support' : standAfter(fallen, request) },
    claimIds: ids,
    confidence,
    confidenceWhy:
      `Mean strength of the ${ids.length} claims: ` +
      'weight of the grade (A 0.90, B 0.75, C 0.55, D 0.25), ' +
      'less for a verdict other than VERIFIED and for a single chain',
    counterHypothesis:
      'The claims may be right one by one and still not carry the thesis: what matters may not be among them',
    failureModes: ['The strongest claims were chosen by grade and verdict; a material one that is weak was left out'],
  });
}

/** Material claims first, then the strongest; those on which a challenge was upheld are left out. */
function pillarsOf(request: TurnRequest): readonly Claim[] {
  const { registry } = request;
  const fallen = fallenClaims(request);
  const usable = registry.caseFile.claims.filter((claim) => !fallen.has(claim.claim_id));
  const ranked = usable
    .map((claim) => ({ claim, strength: strengthOf(registry.standing(claim.claim_id)) }))
    .toSorted(
      (one, other) => Number(other.claim.material) - Number(one.claim.material) || other.strength - one.strength,
    );
  const chosen = ranked.length > 0 ? ranked.map(({ claim }) => claim) : registry.caseFile.claims;
  return chosen.slice(0, mostPillars);
}

function fallenClaims({ state }: TurnRequest): ReadonlySet<string> {
  const upheld = [...rulingsIn(state).values()].filter((ruling) => ruling.ruling === 'UPHELD');
  return new Set(upheld.flatMap((ruling) => ruling.claim_refs));
}

/** Answers every open challenge: concedes what computing it again confirms, and contests what is only inferred. */
export function* advocateRebuts(request: TurnRequest): RoleScript {
  const { registry, state } = request;
  const open = openChallenges(state);
  const challenged = [...new Set(open.flatMap(({ challenge }) => challenge.claim_refs))];
  for (const id of challenged.slice(0, mostLookups)) {
    yield { tool: 'lookup_claim', args: { claim_id: id, include_evidence: true } };
    const calculation = registry.claim(id)?.calc_id ?? null;
    if (calculation !== null) yield { tool: 'lookup_calc', args: { calc_id: calculation } };
  }
  const conceded = open.filter((raised) => isConfirmed(raised, request));
  const contested = open.filter((raised) => !conceded.includes(raised));
  const fallen = new Set([...fallenClaims(request), ...conceded.flatMap(({ challenge }) => challenge.claim_refs)]);
  const pillars = pillarsOf(request).filter((claim) => !fallen.has(claim.claim_id));
  const ids = open.length === 0 ? pillars.map((claim) => claim.claim_id) : challenged;
  const rest = confidenceOnClaims(
    pillars.map((claim) => claim.claim_id),
    registry,
  );
  const share = contested.length / Math.max(open.length, 1);
  return outputOf(request, {
    content: rebuttalText(conceded, contested, request),
    structured: {
      position: standAfter(fallen, request),
      open_questions: contested.map(({ challenge }) => `Who is right about ${challengeName(challenge, request)}?`),
    },
    claimIds: ids.length > 0 ? ids : challenged,
    confidence: bounded(rest * (1 - share / 2)),
    confidenceWhy:
      `Mean strength of the ${pillars.length} claims that are left, ` +
      `halved by the part of the challenges that stays contested (${contested.length} of ${open.length})`,
    counterHypothesis:
      'What was conceded may be a misreading of the source by whoever wrote the case, with the claim itself right',
    failureModes: ['A challenge that is wrong in the same way as the check that confirms it would be conceded'],
  });
}

function isConfirmed({ challenge }: RaisedChallenge, { registry }: TurnRequest): boolean {
  return [...findChainDefects(registry), ...findContradictions(registry)].some(
    (finding) =>
      finding.certainty >= read &&
      finding.type === challenge.defect_type &&
      challenge.claim_refs.includes(finding.claimId),
  );
}

function rebuttalText(
  conceded: readonly RaisedChallenge[],
  contested: readonly RaisedChallenge[],
  request: TurnRequest,
): string {
  if (conceded.length + contested.length === 0) {
    return raisedIn(request.state).length === 0
      ? 'Nobody raised a challenge. The thesis stands as it was opened.'
      : 'No challenge is open any more.';
  }
  const lines = [
    ...conceded.map(
      ({ challenge }) =>
        `- ${challengeName(challenge, request)} is conceded: done again, it comes out as the challenge says.`,
    ),
    ...contested.map(
      ({ challenge }) =>
        `- ${challengeName(challenge, request)} is contested: ${defenceAgainst(challenge.defect_type)}`,
    ),
  ];
  return ['On the challenges that are open:', ...lines].join('\n');
}

function defenceAgainst(type: keyof typeof defectSeverity): string {
  switch (type) {
    case 'STALENESS':
      return 'a figure for a closed period does not age, as long as no newer report restates it.';
    case 'IMPLAUSIBILITY':
      return 'what is unusual is not impossible, and the source says it.';
    case 'INCONSISTENCY':
      return 'the table may hold rows that its total leaves out.';
    default:
      return 'it cannot be confirmed by computing it again.';
  }
}

/** Where the advocate stands once these claims are gone. */
function standAfter(fallen: ReadonlySet<string>, { registry }: TurnRequest): string {
  if (fallen.size === 0) return 'support';
  const material = registry.caseFile.claims.filter((claim) => claim.material);
  const lost = material.filter((claim) => fallen.has(claim.claim_id)).length;
  const all = fallen.size >= registry.caseFile.claims.length;
  return all || (material.length > 0 && lost * 2 > material.length) ? 'undecided' : 'support with corrections';
}
