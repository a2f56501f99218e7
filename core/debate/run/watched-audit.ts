import type { EventDraft } from '../../ledger/index.ts';
import type { ToolCall } from '../agent-output.ts';
import type { Defect } from '../defect.ts';
import type { ToolAudit } from '../tools/audit.ts';
import { defectFlagged, humanGateCreated } from '../tools/events.ts';
import type { WaitingGate } from './head.ts';

/** What the tools did in one turn, as their audit has it. */
export interface Watched {
  readonly audit: ToolAudit;
  readonly calls: readonly ToolCall[];
  readonly defects: readonly Defect[];
  readonly gates: readonly WaitingGate[];
}

/**
 * The audit, with a memory of what passed through it: a message lists the calls that were audited, not those it tells
 * of.
 */
export function watchAudit(audit: ToolAudit): Watched {
  const calls: ToolCall[] = [];
  const defects: Defect[] = [];
  const gates: WaitingGate[] = [];
  return {
    calls,
    defects,
    gates,
    audit: {
      counted: audit.counted,
      append: (call, toolArguments, events) => {
        const appended = audit.append(call, toolArguments, events);
        if (!appended.ok) return appended;
        const { call_id, tool_name, result_status, result_hash } = call;
        calls.push({ call_id, tool_name, tool_args: argumentsOf(toolArguments), result_status, result_hash });
        for (const event of events) note(event, defects, gates);
        return appended;
      },
    },
  };
}

function note(event: EventDraft, defects: Defect[], gates: WaitingGate[]): void {
  // Drafts have the data of their events; only what the ledger adds is missing.
  const asEvent = { ...event, seq: 0, at: '', payloads: [] };
  if (defectFlagged.matches(asEvent)) {
    const read = defectFlagged.read(asEvent);
    if (read.ok) defects.push(read.value.defect);
  }
  if (humanGateCreated.matches(asEvent)) {
    const read = humanGateCreated.read(asEvent);
    if (!read.ok) return;
    const { gate_id, round_number, claim_ids, reason, action_digest: shown } = read.value;
    gates.push({ gate_id, round_number, claim_refs: claim_ids, asked: reason, shown });
  }
}

/** What a message keeps of long arguments is in the ledger only. */
const mostCharacters = 10_000;

function argumentsOf(text: string): ToolCall['tool_args'] {
  if (text.length > mostCharacters) return { cut: true };
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as ToolCall['tool_args'])
      : {};
  } catch {
    return {};
  }
}
