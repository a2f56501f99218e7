import type { Actor, EventDraft, Ledger } from '../../ledger/index.ts';
import { ok, type Result } from '../../problem/index.ts';
import { agentToolCall, type ToolCallRecord } from './events.ts';

/** Which calls count against one cap. */
export interface CapKey {
  readonly agentId: string;
  readonly round: number;
  readonly tool: string;
}

/** Where attempts are written down, and how earlier ones are found again. */
export interface ToolAudit {
  /**
   * Appends the attempt together with the events of what it did, all or nothing. An attempt that is there already, from
   * a turn before a crash, is not appended again.
   */
  append(call: ToolCallRecord, toolArguments: string, events: readonly EventDraft[]): Result<null>;
  /** The counted calls of this agent, round and tool, other than this one. */
  counted(key: CapKey, exceptCallId: string): number;
}

/** The ledger as the audit of one debate. Reads the attempts that are there once, when it is made. */
export function ledgerToolAudit(ledger: Pick<Ledger, 'append' | 'page'>, debateId: string): ToolAudit {
  const subject = `debate:${debateId}`;
  const calls = readCalls(ledger, subject);
  return {
    append: (call, toolArguments, events) => {
      if (calls.has(call.call_id)) return ok(null);
      const actor: Actor = { kind: 'agent', id: call.agent_id };
      const payload = { name: 'tool_args', mediaType: 'application/json', body: toolArguments };
      const appended = ledger.append([agentToolCall.draft(actor, subject, call, [payload]), ...events]);
      if (!appended.ok) return appended;
      calls.set(call.call_id, call);
      return ok(null);
    },
    counted: (key, except) => countIn(calls.values(), key, except),
  };
}

/**
 * How many of the calls used up this cap (D6): same agent, round and tool, marked as counted. The call `except` does
 * not count against itself.
 */
export function countIn(calls: Iterable<ToolCallRecord>, { agentId, round, tool }: CapKey, except: string): number {
  let count = 0;
  for (const call of calls) {
    const same = call.agent_id === agentId && call.round_number === round && call.tool_name === tool;
    if (same && call.counted && call.call_id !== except) count += 1;
  }
  return count;
}

function readCalls(ledger: Pick<Ledger, 'page'>, subject: string): Map<string, ToolCallRecord> {
  const calls = new Map<string, ToolCallRecord>();
  let after: number | null = null;
  do {
    const page = ledger.page({
      filter: { type: agentToolCall.type, subject },
      limit: 500,
      direction: 'ascending',
      after,
    });
    for (const event of page.events) {
      const read = agentToolCall.read(event);
      if (read.ok) calls.set(read.value.call_id, read.value);
    }
    after = page.next;
  } while (after !== null);
  return calls;
}
