import type { OperationOutput, OperationParsed } from '../api/index.ts';
import type { LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';

/** UTF-16 code units of one piece. */
export const pieceLength = 256 * 1024;

/**
 * A piece of a payload as text. Bytes that are not UTF-8 show as U+FFFD. No piece ends inside a surrogate pair. Errors:
 * those of `LedgerReader.body`.
 */
export function readBody(
  reader: LedgerReader,
  query: OperationParsed<'ledger.body'>,
): Result<OperationOutput<'ledger.body'>> {
  const found = reader.body(query.seq, query.name);
  if (!found.ok) return found;
  if (found.value.state === 'redacted') {
    const { reason, at } = found.value;
    return ok({ mediaType: '', text: '', totalCharacters: 0, nextOffset: null, redacted: { reason, at } });
  }
  const text = new TextDecoder('utf-8').decode(found.value.body);
  const start = Math.min(query.offset, text.length);
  const end = pieceEnd(text, start);
  return ok({
    mediaType: found.value.mediaType,
    text: text.slice(start, end),
    totalCharacters: text.length,
    nextOffset: end < text.length ? end : null,
    redacted: null,
  });
}

function pieceEnd(text: string, start: number): number {
  const end = Math.min(start + pieceLength, text.length);
  const splitsPair = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return splitsPair ? end - 1 : end;
}
