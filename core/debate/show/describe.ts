import { z } from 'zod';
import type { Json } from '../../canonical/index.ts';
import type { LedgerEvent } from '../../ledger/index.ts';
import { debateMessage, debateStarted, debateStopped, defectSettled, muhasabahRejected } from '../run/events.ts';
import { defectFlagged, humanGateCreated } from '../tools/events.ts';
import { toolCallType } from './tool-call-view.ts';

const turnVerbs: Readonly<Record<string, string>> = {
  opening: 'opened',
  challenge: 'challenged',
  contradiction: 'compared the documents',
  risk: 'weighed the risks',
  rebuttal: 'rebutted',
  retrieval: 'searched for evidence',
  closing: 'closed',
};

/** One sentence about an event of a debate; null for the events of other rooms. */
export function describeDebateEvent(event: LedgerEvent): string | null {
  const { data } = event;
  switch (event.type) {
    case debateStarted.type:
      return `A debate began: ${data.title}`;
    case debateMessage.type:
      return `${data.agent_id} ${turnVerbs[String(data.turn)] ?? 'spoke'} in round ${data.round}`;
    case muhasabahRejected.type:
      return `An output of ${data.agent_id} in round ${data.round} was rejected: ${rulesOf(event)}`;
    case toolCallType:
      return `${data.agent_id} called ${data.tool_name}: ${String(data.result_status).toLowerCase()}`;
    case defectFlagged.type:
      return `${data.agent_id} flagged a defect: ${typeOf(data.defect)}`;
    case defectSettled.type:
      return `A flagged defect was settled: ${typeOf(data.defect)}`;
    case humanGateCreated.type:
      return `${data.agent_id} asked a person${typeof data.instead_of === 'string' ? ' again' : ''}: ${data.reason}`;
    case debateStopped.type:
      return (
        `The debate stopped in round ${data.rounds}: ` +
        `${String(data.stop_reason).toLowerCase().replaceAll('_', ' ')}`
      );
    default:
      return null;
  }
}

function rulesOf(event: LedgerEvent): string {
  const read = muhasabahRejected.read(event);
  return read.ok ? read.value.violations.map(({ rule }) => rule).join(', ') : 'for reasons that cannot be read';
}

/** The type of a defect in an event, in words. */
function typeOf(defect: Json | undefined): string {
  const read = z.object({ defect_type: z.string() }).safeParse(defect);
  return read.success ? read.data.defect_type.toLowerCase().replaceAll('_', ' ') : 'of a type that cannot be read';
}
