import type { LedgerReader } from '../ledger/index.ts';
import type { RunEvent } from '../machine/index.ts';
import { gateRequester, gateState, withdrawal } from '../review/index.ts';
import type { Clock } from '../world/index.ts';
import { waitingPrefix } from './gate-action.ts';

interface Question {
  readonly executionId: string;
  /** `gate:` and an id, something else, or nothing. */
  readonly waitingFor: string | null;
  /** Every gate that the run has opened; null where it asks at one gate at a time, the one it waits for. */
  readonly opened: readonly string[] | null;
}

/**
 * Takes back what a cancelled run asks of people, where it is pending. A gate that was opened in a step which the
 * cancellation drops is one of them: nobody would hear the answer. Empty when people have decided already.
 */
export function withdrawGates(
  reader: LedgerReader,
  { executionId, waitingFor, opened }: Question,
  clock: Clock,
): readonly RunEvent[] {
  const awaited = waitingFor?.startsWith(waitingPrefix) === true ? [waitingFor.slice(waitingPrefix.length)] : [];
  const events: RunEvent[] = [];
  for (const gateId of opened ?? awaited) {
    const [state, requester] = [gateState(reader, gateId, clock), gateRequester(reader, gateId)];
    // A gate that cannot be read is left alone: that must not keep a run from being cancelled.
    if (!state.ok || state.value !== 'pending' || !requester.ok) continue;
    const event = withdrawal(reader, gateId, requester.value, `The run ${executionId} was cancelled`);
    if (event.ok) events.push(event.value as RunEvent);
  }
  return events;
}
