import type { Challenge } from '../agent-output.ts';
import type { TurnRequest } from '../role-player.ts';
import { claimNames } from './naming.ts';
import { raisedIn } from './raised.ts';

/** `CIRCULARITY of "…"`; with the id of the challenge where another one has the same words. */
export function challengeName(challenge: Challenge, { registry, state }: TurnRequest): string {
  const wordsOf = ({ defect_type: type, claim_refs: ids }: Challenge): string =>
    `${type} of ${claimNames(ids, registry)}`;
  const words = wordsOf(challenge);
  const isShared = raisedIn(state).some(
    ({ challenge: other }) => other.challenge_id !== challenge.challenge_id && wordsOf(other) === words,
  );
  return isShared ? `${words} (${challenge.challenge_id})` : words;
}
