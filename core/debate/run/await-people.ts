import type { JsonObject } from '../../canonical/index.ts';
import type { LedgerReader } from '../../ledger/index.ts';
import { MachineFailure, type Parked, park, type RunEvent } from '../../machine/index.ts';
import type { Result } from '../../problem/index.ts';
import { gateState, lastDecision } from '../../review/index.ts';
import type { Clock } from '../../world/index.ts';
import type { HumanDecision } from '../human-decision.ts';
import { checkRecordedGate } from '../replay/recorded-gate.ts';
import type { RolePlayer } from '../role-player.ts';
import { askAgain, newestGate } from './ask-again.ts';
import { type DebateHead, headContext } from './head.ts';

interface Waiting {
  readonly ledger: LedgerReader;
  readonly clock: Clock;
  readonly player: RolePlayer;
}

/**
 * Parks until every gate of the debate is decided, then goes on with what people said. What was taken back when the
 * debate was cancelled is asked again, at a new gate: cancelled is not decided. A replay goes on with what they said at
 * the gates of the recorded debate, and asks nobody.
 */
export function awaitPeople(head: DebateHead, { ledger, clock, player }: Waiting): JsonObject | Parked {
  const decided: HumanDecision[] = [];
  const pending: string[] = [];
  const asked: RunEvent[] = [];
  const debateId = player.record?.origin ?? head.debate_id;
  for (const gate of head.waiting) {
    if (player.record !== undefined) valueOrFailure(checkRecordedGate(ledger, gate, player.record));
    const gateId = newestGate(ledger, debateId, gate.gate_id);
    const state = valueOrFailure(gateState(ledger, gateId, clock));
    if (state === 'pending') {
      pending.push(gateId);
    } else if (state === 'withdrawn' && player.record === undefined) {
      const again = valueOrFailure(askAgain(ledger, debateId, gateId));
      pending.push(again.gateId);
      asked.push(...again.events);
    } else {
      const last = valueOrFailure(lastDecision(ledger, gateId));
      const { reason = null, reviewer_id: reviewer = null, role = null } = last ?? {};
      const { shown: _, ...question } = gate;
      decided.push({ ...question, gate_id: gateId, state, reason, reviewer, role });
    }
  }
  const [first] = pending;
  if (first !== undefined) return park(`gate:${first}`, asked);
  return headContext({ ...head, waiting: [], decisions: [...head.decisions, ...decided] });
}

/** Fails the step where there is no value; trying again would not help. */
function valueOrFailure<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new MachineFailure(result.problem.code, result.problem.message, false);
}
