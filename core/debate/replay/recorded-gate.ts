import type { LedgerReader } from '../../ledger/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { gateDigest } from '../../review/index.ts';
import type { ReplayedRecord } from '../role-player.ts';
import type { WaitingGate } from '../run/head.ts';
import { diverged } from './diverged.ts';

/**
 * Whether what people decided in the recorded debate is a decision about what the replay would show them now: the same
 * gate, and the same digest of what it shows (G2). Error: `replay-diverged`.
 */
export function checkRecordedGate(reader: LedgerReader, gate: WaitingGate, record: ReplayedRecord): Result<null> {
  const { gate_id: gateId, round_number: round, shown } = gate;
  const place = `round ${round}, the gate ${gateId}`;
  if (!record.gates.has(gateId)) return diverged(place, 'the recorded debate asked nobody about this');
  const recorded = gateDigest(reader, gateId);
  if (!recorded.ok) return recorded;
  if (recorded.value === shown) return ok(null);
  const digests = `it showed ${recorded.value}, here it would show ${shown ?? 'nothing'}`;
  return diverged(place, `the recorded decision is about something else: ${digests}`);
}
