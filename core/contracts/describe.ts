import type { LedgerEvent } from '../ledger/index.ts';
import { agentSuspended, probationGranted, workScored } from '../reputation/index.ts';
import { contractIssued, contractStarted, reportReceived, workCancelled, workLanded, workVerified } from './events.ts';
import { findingMarked, findingRiskAsked } from './findings/events.ts';

/** One sentence about an event of contracts and reputation; null for the events of other rooms. */
export function describeWorkEvent(event: LedgerEvent): string | null {
  const data = event.data;
  const task = `${data.task_id}`;
  const agent = `${data.agent_id}`;
  switch (event.type) {
    case contractIssued.type:
      return `${agent} got the contract ${task} at level ${data.level}`;
    case contractStarted.type:
      return `${agent} began ${task}`;
    case reportReceived.type:
      return `${agent} reported ${data.status} on ${task}`;
    case workVerified.type:
      return data.gate_failed === null
        ? `The checks of ${task} ended ${data.verdict}`
        : `${data.gate_failed} failed for ${task}`;
    case workScored.type:
      return `${task} scored ${data.score} for ${agent}, reputation now ${rounded(data.reputation_after)}`;
    case workLanded.type:
      return `The change of ${task} by ${agent} landed`;
    case workCancelled.type:
      return `${task} was cancelled: ${data.reason}`;
    case findingMarked.type:
      return data.mark === 'false-alarm'
        ? `A finding of ${data.rule} in ${task} was marked as a false alarm`
        : `A finding of ${data.rule} in ${task} is no longer marked as a false alarm`;
    case findingRiskAsked.type:
      return `Somebody asked to accept the risk of ${data.rule} in ${task}`;
    case agentSuspended.type:
      return `${agent} was suspended at reputation ${rounded(data.reputation)}`;
    case probationGranted.type:
      return `${agent} was granted probation`;
    default:
      return null;
  }
}

function rounded(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(3) : `${value}`;
}
