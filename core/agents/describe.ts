import type { LedgerEvent } from '../ledger/index.ts';
import { agentRunDecided, agentRunFinished, agentRunReturned, agentRunStarted } from './events.ts';

/** One sentence about an event of an agent's run; null for the events of other rooms. */
export function describeAgentRunEvent(event: LedgerEvent): string | null {
  const { data } = event;
  switch (event.type) {
    case agentRunStarted.type:
      return `${data.agent_id} began the run ${data.run_id}`;
    case agentRunDecided.type:
      return describeVerdict(event);
    case agentRunReturned.type:
      return data.success === true
        ? `${data.tool_name} came back in step ${data.step} of ${data.run_id}` +
            `${data.cut === true ? ', cut to its bounds' : ''}`
        : `${data.tool_name} failed in step ${data.step} of ${data.run_id}`;
    case agentRunFinished.type:
      return `The run ${data.run_id} ended after ${data.steps} steps`;
    default:
      return null;
  }
}

function describeVerdict({ actor, data }: LedgerEvent): string {
  const place = `in step ${data.step} of ${data.run_id}`;
  switch (data.verdict) {
    case 'permitted':
      return `The kernel let ${actor.id} use ${data.tool_name} ${place}`;
    case 'refused':
      return `The kernel refused ${actor.id} the use of ${data.tool_name} ${place}: ${data.reason}`;
    case 'answered':
      return `${actor.id} gave its answer ${place}`;
    case 'model-failed':
      return `${actor.id} failed ${place}: ${data.reason}`;
    default:
      return `${actor.id} did nothing ${place}`;
  }
}
