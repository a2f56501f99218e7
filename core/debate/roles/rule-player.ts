import { unreachable } from '../../problem/index.ts';
import type { RolePlayer, TurnRequest } from '../role-player.ts';
import { advocateOpens, advocateRebuts } from './advocate.ts';
import { arbiterCloses } from './arbiter.ts';
import { contradictionFinderComments, contradictionFinderRetrieves } from './contradiction-finder.ts';
import { riskOfficerComments } from './risk-officer.ts';
import { sanadBreakerChallenges } from './sanad-breaker.ts';
import { type RoleScript, scriptThinker } from './script.ts';

/** The five roles by computation, offline: the same case always gives the same debate. */
export const rulePlayer: RolePlayer = {
  kind: 'rules',
  thinkerFor: (request) => scriptThinker(scriptFor(request)),
};

function scriptFor(request: TurnRequest): RoleScript {
  switch (request.turn) {
    case 'opening':
      return advocateOpens(request);
    case 'challenge':
      return sanadBreakerChallenges(request);
    case 'contradiction':
      return contradictionFinderComments(request);
    case 'risk':
      return riskOfficerComments(request);
    case 'rebuttal':
      return advocateRebuts(request);
    case 'retrieval':
      return contradictionFinderRetrieves(request);
    case 'closing':
      return arbiterCloses(request);
    default:
      return unreachable(request.turn);
  }
}
