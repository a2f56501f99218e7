export type { Actor, EventDefinition, EventDraft, LedgerEvent, PayloadDraft, PayloadReference } from './event.ts';
export { defineEvent } from './event.ts';
export type {
  AppendReceipt,
  EventFilter,
  EventPage,
  InclusionProof,
  Ledger,
  LedgerReader,
  PayloadBody,
  Projection,
  ProjectionTables,
  SqlValue,
} from './port.ts';
