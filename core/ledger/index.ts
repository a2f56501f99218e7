/** The append-only, tamper-evident memory: one SQLite file, one Merkle tree. docs/ledger.md describes the format. */
export type { Actor, EventDefinition, EventDraft, LedgerEvent, PayloadDraft, PayloadReference } from './event.ts';
export { defineEvent } from './event.ts';
export { type OpenOptions, openLedger, openLedgerForReading } from './open.ts';
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
