/** Bodies that were taken out: the event that says so is the only record of what and why. */
import { z } from 'zod';
import { decodeEvent } from './encoding.ts';
import { defineEvent } from './event.ts';
import type { Connection } from './sqlite.ts';

export const redactedEvent = defineEvent(
  'ledger.redacted',
  z.strictObject({ seq: z.number().int().nonnegative(), name: z.string(), reason: z.string() }),
);

const rows = z.array(z.object({ seq: z.number(), canonical: z.instanceof(Uint8Array) }));

export interface Redaction {
  readonly reason: string;
  readonly at: string;
}

/** Why and when this payload was redacted, or null when no event says so. */
export function redactionOf(connection: Connection, seq: number, name: string): Redaction | null {
  const found = connection
    .prepare(
      `SELECT seq, canonical FROM event WHERE type = 'ledger.redacted'
       AND json_extract(CAST(canonical AS TEXT), '$.data.seq') = ?
       AND json_extract(CAST(canonical AS TEXT), '$.data.name') = ? LIMIT 1`,
    )
    .all(seq, name);
  for (const row of rows.parse(found)) {
    const event = decodeEvent(row.canonical, row.seq);
    const data = event.ok ? redactedEvent.read(event.value) : event;
    if (event.ok && data.ok) return { reason: data.value.reason, at: event.value.at };
  }
  return null;
}
