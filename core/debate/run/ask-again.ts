import type { LedgerReader } from '../../ledger/index.ts';
import type { RunEvent } from '../../machine/index.ts';
import { ok, type Result, required } from '../../problem/index.ts';
import { requestAgain } from '../../review/index.ts';
import { derivedBytes } from '../tools/derived-id.ts';
import { humanGateCreated } from '../tools/events.ts';
import { debateSubject } from './events.ts';
import { eventsOf } from './message-store.ts';

type Created = Extract<ReturnType<typeof humanGateCreated.read>, { ok: true }>['value'];

function createdGates(reader: LedgerReader, debateId: string): readonly Created[] {
  return eventsOf(reader, debateId, humanGateCreated.type).flatMap((event) => {
    const read = humanGateCreated.read(event);
    return read.ok ? [read.value] : [];
  });
}

/** The gate at which a question of this debate stands now: this one, or the last that asks it again. */
export function newestGate(reader: LedgerReader, debateId: string, gateId: string): string {
  // Each gate stands after the one that it asks again.
  return createdGates(reader, debateId).reduce(
    (newest, created) => (created.instead_of === newest ? created.gate_id : newest),
    gateId,
  );
}

/**
 * Asks a withdrawn question of this debate again: the same claims as they were shown, at a gate whose id follows from
 * the withdrawn one. Errors: those of `requestAgain`.
 */
export function askAgain(
  reader: LedgerReader,
  debateId: string,
  withdrawn: string,
): Result<{ readonly gateId: string; readonly events: readonly RunEvent[] }> {
  const asked = createdGates(reader, debateId).find(({ gate_id: id }) => id === withdrawn);
  const created = required(asked, 'the question of the debate at the gate');
  const again = requestAgain(reader, withdrawn, { random: derivedBytes(`gate/again/${withdrawn}`) });
  if (!again.ok) return again;
  const { gateId, event } = again.value;
  const told = humanGateCreated.draft({ kind: 'agent', id: created.agent_id }, debateSubject(debateId), {
    ...created,
    gate_id: gateId,
    instead_of: withdrawn,
  });
  return ok({ gateId, events: [event as RunEvent, told as RunEvent] });
}
