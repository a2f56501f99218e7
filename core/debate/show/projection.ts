import type { LedgerEvent, Projection } from '../../ledger/index.ts';
import { debateMessage, debateStarted, debateStopped, muhasabahRejected } from '../run/events.ts';

const prefix = 'debate:';

/** Where every debate stands, one row each, for lists and views. */
export const debatesProjection: Projection = {
  name: 'debates',
  tables: ['debates'],
  apply: (event, tables) => {
    if (!event.subject.startsWith(prefix)) return;
    const id = event.subject.slice(prefix.length);
    const { at, seq } = event;
    if (debateStarted.matches(event)) {
      const data = debateStarted.read(event);
      if (!data.ok) return;
      const { run_id: run, deal_id: deal, title, agents, max_rounds: rounds } = data.value;
      tables.run(
        `INSERT INTO debates
           (debate_id, run_id, deal_id, title, agents, max_rounds, started_at, changed_at, started_seq)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (debate_id) DO NOTHING`,
        [id, run, deal, title, agents, rounds, at, at, seq],
      );
      return;
    }
    const { accepted, rejected, round, stop } = changeOf(event);
    tables.run(
      `UPDATE debates SET changed_at = ?, messages = messages + ?, rejected = rejected + ?, round = max(round, ?)
       WHERE debate_id = ?`,
      [at, accepted, rejected, round, id],
    );
    if (stop === null) return;
    tables.run('UPDATE debates SET stop_reason = ?, dissent = ?, stopped_seq = ? WHERE debate_id = ?', [
      stop.reason,
      stop.dissent,
      seq,
      id,
    ]);
  },
};

interface Change {
  readonly accepted: number;
  readonly rejected: number;
  readonly round: number;
  readonly stop: { readonly reason: string; readonly dissent: number } | null;
}

const unchanged: Change = { accepted: 0, rejected: 0, round: 1, stop: null };

/** What an event counts for. One without the shape of its type only moves the time. */
function changeOf(event: LedgerEvent): Change {
  if (debateMessage.matches(event)) {
    const data = debateMessage.read(event);
    return data.ok ? { ...unchanged, accepted: 1, round: data.value.round } : unchanged;
  }
  if (muhasabahRejected.matches(event)) {
    const data = muhasabahRejected.read(event);
    return data.ok ? { ...unchanged, rejected: 1, round: data.value.round } : unchanged;
  }
  if (!debateStopped.matches(event)) return unchanged;
  const data = debateStopped.read(event);
  if (!data.ok) return unchanged;
  const { stop_reason: reason, dissent, rounds } = data.value;
  return { ...unchanged, round: rounds, stop: { reason, dissent } };
}
