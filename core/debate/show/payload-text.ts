import type { LedgerEvent, LedgerReader } from '../../ledger/index.ts';

/** A payload as text, or in its place why it is not there. */
export function payloadText(reader: LedgerReader, event: LedgerEvent, name: string): string {
  const body = reader.body(event.seq, name);
  if (!body.ok) return body.problem.message;
  if (body.value.state === 'redacted') return `Removed from the ledger: ${body.value.reason}`;
  return new TextDecoder().decode(body.value.body);
}
