import type { TurnRequest } from '../role-player.ts';
import { outputOf } from './accounting.ts';
import { challengeList, challengesOf } from './challenges.ts';
import { findContradictions } from './checks/examine.ts';
import { bounded, confidenceOfSearch } from './confidence.ts';
import { positionOn } from './positions.ts';
import { lastOf, notRaised } from './raised.ts';
import type { RoleScript } from './script.ts';

/** Compares the claims with each other, with other documents, and totals with their parts. */
export function* contradictionFinderComments(request: TurnRequest): RoleScript {
  const { registry, state } = request;
  const all = findContradictions(registry);
  const found = notRaised(all, state);
  const challenges = challengesOf(found, request);
  for (const id of new Set(found.flatMap((finding) => registry.claim(finding.claimId)?.calc_id ?? []))) {
    yield { tool: 'lookup_calc', args: { calc_id: id } };
  }
  const { claims } = registry.caseFile;
  const valued = claims.filter((claim) => claim.value !== null);
  const compared = `${claims.length} claims were compared with each other and with every other document`;
  return outputOf(request, {
    content:
      found.length === 0
        ? `${compared}; ${all.length === 0 ? 'none contradicts another one' : 'no further contradiction was found'}.`
        : `${compared}. These do not go together:\n${challengeList(challenges)}`,
    structured: { position: positionOn(all, registry), challenges: [...challenges] },
    claimIds: found.length === 0 ? valued.map((claim) => claim.claim_id) : found.map((finding) => finding.claimId),
    confidence: confidenceOfSearch(all, valued.length, claims.length),
    confidenceWhy:
      all.length === 0
        ? `Nothing found: 0.50, and up to 0.90 by the part of the claims that state a value ` +
          `(${valued.length} of ${claims.length})`
        : 'The surest of what was found, times 0.95',
    counterHypothesis:
      'Two values under one name may measure two things: restated figures, another scope, another line of a table',
    failureModes: ['Metrics with different names for the same thing are not compared'],
  });
}

/** The tool is capped at five a round (seed 002 §6.2). */
const mostSearches = 5;

/** Makes the searches that were asked for in this round, and says which found anything that no claim cites yet. */
export function* contradictionFinderRetrieves(request: TurnRequest): RoleScript {
  const { registry, state, round } = request;
  const asked = [...new Set(requestsOf(request))].slice(0, mostSearches);
  const cited = new Set(registry.caseFile.claims.flatMap((claim) => claim.evidence_refs));
  let found = 0;
  let answered = 0;
  for (const query of asked) {
    const observation = yield { tool: 'search_evidence', args: { query, deal_id: state.deal_id, limit: 10 } };
    const ids = observation.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/giu) ?? [];
    const fresh = ids.filter((id) => registry.evidence(id) !== null && !cited.has(id));
    found += new Set(fresh).size;
    answered += fresh.length > 0 ? 1 : 0;
  }
  const last = lastOf('contradiction_finder', round, state);
  const ids = last?.muhasabah_record.supported_claim_ids ?? [];
  const content =
    found === 0
      ? 'The searches that were asked for found no evidence that the claims do not cite already.'
      : 'The searches that were asked for found evidence that no claim cites yet. ' +
        'It should be read before anybody relies on these claims.';
  return outputOf(request, {
    content,
    structured: { position: last?.structured_content.position ?? 'undecided', new_evidence_found: found > 0 },
    claimIds: ids,
    confidence: bounded(0.5 + 0.3 * (asked.length === 0 ? 0 : 1 - answered / asked.length)),
    confidenceWhy:
      `Half, and up to 0.80 by the part of the searches that found nothing new ` +
      `(${asked.length - answered} of ${asked.length})`,
    counterHypothesis: 'The evidence may be there in other words than those that were searched for',
    failureModes: ['A search ranks words, not meaning'],
  });
}

/** The searches that the outputs of this round asked for. */
function requestsOf({ state, round }: TurnRequest): readonly string[] {
  return state.messages
    .filter(({ output }) => output.round_number === round)
    .flatMap(({ output }) => output.structured_content.evidence_requests ?? []);
}
