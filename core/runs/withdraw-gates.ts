import type { LedgerReader } from '../ledger/index.ts';
import type { RunEvent } from '../machine/index.ts';
import { gateRequester, gateState, withdrawal } from '../review/index.ts';
import type { Clock } from '../world/index.ts';
import { waitingPrefix } from './gate-action.ts';

/**
 * Takes back what a cancelled run asks of people: the gate it waits for and the others it asked at once, where they are
 * pending. Empty when it waits for something else, or when a person has decided already.
 */
export function withdrawGates(
  reader: LedgerReader,
  { executionId, waitingFor }: { readonly executionId: string; readonly waitingFor: string },
  others: readonly string[],
  clock: Clock,
): readonly RunEvent[] {
  if (!waitingFor.startsWith(waitingPrefix)) return [];
  const first = waitingFor.slice(waitingPrefix.length);
  const events: RunEvent[] = [];
  for (const gateId of new Set([first, ...others])) {
    const [state, requester] = [gateState(reader, gateId, clock), gateRequester(reader, gateId)];
    // A gate that cannot be read is left alone: that must not keep a run from being cancelled.
    if (!state.ok || state.value !== 'pending' || !requester.ok) continue;
    const event = withdrawal(reader, gateId, requester.value, `The run ${executionId} was cancelled`);
    if (event.ok) events.push(event.value as RunEvent);
  }
  return events;
}
