import { z } from 'zod';
import { defineEvent } from './event.ts';

/** The first event of every ledger. `origin` names it in its checkpoints (C2SP tlog-checkpoint). */
export const createdEvent = defineEvent('ledger.created', z.strictObject({ format: z.literal(1), origin: z.string() }));
