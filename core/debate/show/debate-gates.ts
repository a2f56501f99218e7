import type { LedgerReader } from '../../ledger/index.ts';
import { debateSubject } from '../run/events.ts';
import { humanGateCreated } from '../tools/events.ts';
import { debateOfRun } from './debate-rows.ts';

/** More gates than this no debate opens: five in each of at most 100 rounds. */
const maxGates = 500;

/** Every gate that the debate of this run has opened, decided or not; null for a run of anything else. */
export function gatesOfDebateRun(reader: LedgerReader, executionId: string): readonly string[] | null {
  const debate = debateOfRun(reader, executionId);
  if (debate === null) return null;
  // A replay asks nobody: the gates that it names, and the one it waits for, are another debate's.
  if (debate.agents === 'replay') return [];
  const filter = { subject: debateSubject(debate.debateId), type: humanGateCreated.type };
  const { events } = reader.page({ filter, limit: maxGates, direction: 'ascending' });
  return events.flatMap((event) => {
    const read = humanGateCreated.read(event);
    return read.ok ? [read.value.gate_id] : [];
  });
}
