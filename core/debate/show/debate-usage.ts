import { type UsageTotal, usageOfRuns } from '../../agents/index.ts';
import type { LedgerReader } from '../../ledger/index.ts';
import { debateMessage, muhasabahRejected } from '../run/events.ts';
import { eventsOf } from '../run/message-store.ts';

/**
 * What the models of a debate used up, in attempts that were accepted or rejected. No calls when no model took part.
 */
export function debateUsage(reader: LedgerReader, debateId: string): UsageTotal {
  const runs = [debateMessage, muhasabahRejected].flatMap((kind) =>
    eventsOf(reader, debateId, kind.type).flatMap((event) => {
      const { agent_run: run } = event.data;
      return typeof run === 'string' ? [run] : [];
    }),
  );
  return usageOfRuns(reader, runs);
}
