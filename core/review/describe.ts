import type { GateState } from '../api/index.ts';
import type { LedgerEvent, LedgerReader } from '../ledger/index.ts';
import {
  gateConsumed,
  gateDecided,
  gateExpired,
  gateRefused,
  gateRequested,
  gateWithdrawn,
  reviewerEnrolled,
} from './events.ts';
import { gateName } from './list-gates.ts';

/** One sentence about an event of gates and reviewers, gates by their titles; null for the events of other rooms. */
export function describeGateEvent(event: LedgerEvent, reader: LedgerReader): string | null {
  const data = event.data;
  const gate = () => gateName(reader, String(data.gate_id));
  switch (event.type) {
    case gateRequested.type:
      return `A gate opened: ${data.title}`;
    case gateDecided.type:
      return describeDecision(event, reader);
    case gateRefused.type:
      return `${data.reviewer_id} tried to ${data.verb} ${gate()} and was refused: ${data.code}`;
    case gateExpired.type:
      return `${gate()} expired without a decision`;
    case gateWithdrawn.type:
      return `${gate()} was withdrawn: ${data.reason}`;
    case gateConsumed.type:
      return `The approval of ${gate()} was used`;
    case reviewerEnrolled.type:
      return describeEnrolment(event);
    default:
      return null;
  }
}

function describeDecision(event: LedgerEvent, reader: LedgerReader): string | null {
  const read = gateDecided.read(event);
  if (!read.ok) return null;
  const { reviewer_id: reviewer, role, verb, gate_id: gate, reason } = read.value.statement;
  return `${reviewer} (${role}) chose to ${verb} ${gateName(reader, gate)}${reason === null ? '' : `: ${reason}`}`;
}

function describeEnrolment(event: LedgerEvent): string | null {
  const read = reviewerEnrolled.read(event);
  if (!read.ok) return null;
  const { reviewer_id: reviewer, role, signed_by: voucher } = read.value.statement;
  return `${reviewer} was enrolled as ${role}${voucher === null ? '' : ` by ${voucher}`}`;
}

/** What people who are waiting want to hear about gates. */
export type GateNews =
  | { readonly kind: 'opened'; readonly gateId: string; readonly title: string }
  | { readonly kind: 'ended'; readonly gateId: string; readonly state: GateState };

/** The news in an event, or null. A decision that leaves its gate pending is none. */
export function gateNews(event: LedgerEvent): GateNews | null {
  switch (event.type) {
    case gateRequested.type: {
      const read = gateRequested.read(event);
      return read.ok ? { kind: 'opened', gateId: read.value.gate_id, title: read.value.title } : null;
    }
    case gateDecided.type: {
      const read = gateDecided.read(event);
      if (!read.ok || read.value.state === 'pending') return null;
      return { kind: 'ended', gateId: read.value.statement.gate_id, state: read.value.state };
    }
    case gateExpired.type: {
      const read = gateExpired.read(event);
      return read.ok ? { kind: 'ended', gateId: read.value.gate_id, state: 'expired' } : null;
    }
    case gateWithdrawn.type: {
      const read = gateWithdrawn.read(event);
      return read.ok ? { kind: 'ended', gateId: read.value.gate_id, state: 'withdrawn' } : null;
    }
    default:
      return null;
  }
}
