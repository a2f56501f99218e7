import { z } from 'zod';
import { auditReport } from './ledger.ts';

/** What the host tells its doors without being asked. */
export const apiEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ledger.appended'), events: z.number().int(), root: z.string() }),
  z.object({ type: z.literal('session.changed') }),
  z.object({ type: z.literal('gate.opened'), gateId: z.string(), title: z.string() }),
  z.object({ type: z.literal('gate.decided'), gateId: z.string(), title: z.string(), state: z.string() }),
  z.object({
    type: z.literal('job.progress'),
    jobId: z.string(),
    /** What is being done, in words: `Auditing events`. */
    label: z.string(),
    done: z.number(),
    /** 0 while unknown. */
    total: z.number(),
    /** False for what cannot be stopped half-way. */
    cancellable: z.boolean(),
  }),
  z.object({
    type: z.literal('job.finished'),
    jobId: z.string(),
    outcome: z.enum(['done', 'cancelled', 'failed']),
    message: z.string(),
    audit: auditReport.nullable(),
  }),
]);
export type ApiEvent = z.infer<typeof apiEvent>;
