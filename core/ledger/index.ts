/** The append-only, tamper-evident memory: one SQLite file, one Merkle tree. docs/ledger.md describes the format. */
export { type AuditOptions, auditLedger } from './audit.ts';
export type { AuditFinding, AuditProgress, AuditReport } from './audit-report.ts';
export type { CheckpointPolicy } from './checkpoint.ts';
export type { CheckpointSigning } from './checkpointer.ts';
export type { Actor, EventDefinition, EventDraft, LedgerEvent, PayloadDraft, PayloadReference } from './event.ts';
export { defineEvent } from './event.ts';
export { openKeyFile } from './key-file.ts';
export { verifyInclusion } from './merkle-proof.ts';
export { leafHash } from './merkle-tree.ts';
export {
  formatVerifierKey,
  isKeyName,
  type NoteSigner,
  type NoteVerifier,
  parseVerifierKey,
  type SigningKey,
} from './note.ts';
export { type OpenOptions, openLedger, openLedgerForReading } from './open.ts';
export type {
  AppendReceipt,
  BlockProjection,
  ConsistencyProof,
  EventFilter,
  EventPage,
  EventProjection,
  InclusionProof,
  Ledger,
  LedgerReader,
  PayloadBody,
  Projection,
  ProjectionTables,
  RedactionRequest,
  SqlValue,
  StoredCheckpoint,
} from './port.ts';
export { checkProof, makeProof, type ProofFile, type ProofReport } from './proof-file.ts';
export { compareProjections, type RebuildReport, rebuildProjections } from './rebuild.ts';
export { createTextIndex, type TextIndex } from './text-index.ts';
export { type Witnessed, type WitnessedTree, type WitnessRequest, witness } from './witness.ts';
export { openWitnessMemory, type WitnessMemory } from './witness-memory.ts';
