/** The ledger as the console shows it: rows in words, an event with its proof, bodies in pieces. */
export { auditInBackground, auditSentence } from './audit.ts';
export { checkpointView, getEvent, type SignatureChecker } from './event-detail.ts';
export type { EventDescriber } from './event-row.ts';
export { listEvents } from './list-events.ts';
export { pieceLength, readBody } from './read-body.ts';
export { ledgerStatus, type StatusContext } from './status.ts';
