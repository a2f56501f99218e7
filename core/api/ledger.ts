import { z } from 'zod';
import { bodyReference, cursor, emptyInput, isoTimestamp, pageLimit, pageOf } from './common.ts';

const actor = z.object({ kind: z.enum(['agent', 'human', 'integration', 'system']), id: z.string() });

export const checkpointView = z.object({
  treeSize: z.number().int(),
  root: z.string(),
  at: isoTimestamp,
  /** The C2SP signed note, word for word. */
  note: z.string(),
  cosignatures: z.number().int(),
});
export type CheckpointView = z.infer<typeof checkpointView>;

export const auditReport = z.object({
  ok: z.boolean(),
  events: z.number().int(),
  payloads: z.number().int(),
  redacted: z.number().int(),
  checkpoints: z.number().int(),
  /** Events under a checkpoint signed with this user's key; 0 when others signed and their keys are not known here. */
  signedEvents: z.number().int(),
  root: z.string(),
  durationMs: z.number(),
  at: isoTimestamp,
  /** The first thing that does not hold, or null. */
  firstBad: z.object({ seq: z.number().int().nullable(), code: z.string(), message: z.string() }).nullable(),
});
export type AuditReport = z.infer<typeof auditReport>;

export const ledgerStatus = z.object({
  path: z.string(),
  name: z.string(),
  events: z.number().int(),
  root: z.string(),
  checkpoint: checkpointView.nullable(),
  lastAudit: auditReport.nullable(),
  gatesWaiting: z.number().int(),
  sample: z.boolean(),
});
export type LedgerStatus = z.infer<typeof ledgerStatus>;

export const eventRow = z.object({
  seq: z.number().int(),
  at: isoTimestamp,
  type: z.string(),
  actor,
  subject: z.string(),
  /** One sentence made from the data. */
  summary: z.string(),
});
export type EventRow = z.infer<typeof eventRow>;

export const eventDetail = z.object({
  row: eventRow,
  /** The canonical JSON exactly as hashed. */
  canonical: z.string(),
  leafHash: z.string(),
  payloads: z.array(bodyReference.extend({ redacted: z.boolean() })),
  proof: z.object({ treeSize: z.number().int(), path: z.array(z.string()), root: z.string(), verified: z.boolean() }),
  checkpoint: checkpointView.nullable(),
  /** Signatures inside the event (a decision's), each already checked. */
  signatures: z.array(z.object({ signer: z.string(), algorithm: z.string(), valid: z.boolean() })),
});
export type EventDetail = z.infer<typeof eventDetail>;

export const eventFilter = z.strictObject({
  type: z.string().max(100).optional(),
  actor: z.string().max(200).optional(),
  subject: z.string().max(300).optional(),
  text: z.string().max(200).optional(),
  since: isoTimestamp.optional(),
  until: isoTimestamp.optional(),
});

export const ledgerQueries = {
  'ledger.status': { input: emptyInput, output: ledgerStatus },
  /**
   * The cursor is the decimal seq of the row before the page (the last row already seen), so that a list without a
   * filter can be entered anywhere: its row `i` is the event with seq `i`.
   */
  'ledger.events': {
    input: z.strictObject({
      filter: eventFilter.default({}),
      cursor: cursor.default(null),
      limit: pageLimit.default(200),
      direction: z.enum(['ascending', 'descending']).default('descending'),
    }),
    output: pageOf(eventRow),
  },
  'ledger.event': { input: z.strictObject({ seq: z.number().int().nonnegative() }), output: eventDetail },
  /** A payload as text, from `offset` characters, at most 256 Ki characters a call. */
  'ledger.body': {
    input: z.strictObject({
      seq: z.number().int().nonnegative(),
      name: z.string().min(1).max(300),
      offset: z.number().int().nonnegative().default(0),
    }),
    output: z.object({
      mediaType: z.string(),
      text: z.string(),
      totalCharacters: z.number().int(),
      nextOffset: z.number().int().nullable(),
      redacted: z.object({ reason: z.string(), at: isoTimestamp }).nullable(),
    }),
  },
} as const;

export const ledgerCommands = {
  /** Starts an audit of the whole file; its report comes with `job.finished`. */
  'ledger.audit': { input: emptyInput, output: z.object({ jobId: z.string() }) },
  'ledger.checkpoint': { input: emptyInput, output: checkpointView },
} as const;
