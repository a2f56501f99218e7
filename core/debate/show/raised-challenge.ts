import type { DebateRuling } from '../../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';
import { debateMessage } from '../run/events.ts';
import { type OutputView, outputView } from './output-view.ts';
import { payloadText } from './payload-text.ts';

const mostCharacters = 500;

/** A challenge of an accepted message, at the event of that message. */
export interface RaisedChallenge {
  readonly seq: number;
  readonly challengeId: string;
  readonly claimIds: readonly string[];
  readonly words: NonNullable<DebateRuling['challenge']>;
}

/** The challenges in these events of one debate, in the order in which they were raised. */
export function raisedChallenges(reader: LedgerReader, events: readonly LedgerEvent[]): readonly RaisedChallenge[] {
  return events.flatMap((event) => {
    if (!debateMessage.matches(event) || event.data.challenges === 0) return [];
    const said = debateMessage.read(event);
    if (!said.ok) return [];
    const { role, round } = said.value;
    const { challenges } = outputView(payloadText(reader, event, 'output'), event.seq);
    return challenges.map(({ challengeId, claimIds, defectType, description }) => ({
      seq: event.seq,
      challengeId,
      claimIds,
      words: { role, round, defectType, description: bounded(description) },
    }));
  });
}

/**
 * The rulings with what each is about. A model may use an id again: the last challenge of this id before the ruling
 * counts, and one about a claim of the ruling before any other.
 */
export function namedRulings(rulings: OutputView['rulings'], raised: readonly RaisedChallenge[]): DebateRuling[] {
  return rulings.map((ruling) => {
    const meant = raised.filter(({ seq, challengeId }) => challengeId === ruling.challengeId && seq < ruling.seq);
    const sameClaim = meant.findLast(({ claimIds }) => claimIds.some((id) => ruling.claimIds.includes(id)));
    return { ...ruling, challenge: (sameClaim ?? meant.at(-1))?.words ?? null };
  });
}

function bounded(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`;
}
