import { z } from 'zod';
import type { DebateToolCall } from '../../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';
import { payloadText } from './payload-text.ts';

export const toolCallType = 'agent.tool_call';

/** What the audit of a call says (seed 002 §6.1). */
const audited = z.object({
  agent_id: z.string(),
  call_id: z.string(),
  tool_name: z.string(),
  result_status: z.enum(['SUCCESS', 'DENIED', 'ERROR']),
  result_hash: z.string().nullable(),
  error: z.string().nullable(),
});

export interface AuditedCall {
  readonly agentId: string;
  readonly call: DebateToolCall;
}

/** A call as its message shows it; null for an event of another form. */
export function toolCallView(reader: LedgerReader, event: LedgerEvent): AuditedCall | null {
  const read = audited.safeParse(event.data);
  if (!read.success) return null;
  const { agent_id: agentId, call_id: callId, tool_name: tool, result_status: status } = read.data;
  return {
    agentId,
    call: {
      seq: event.seq,
      callId,
      tool,
      arguments: indented(payloadText(reader, event, 'tool_args')),
      status,
      reason: read.data.error,
      resultHash: read.data.result_hash,
    },
  };
}

/** JSON in lines; what is no JSON stays as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
