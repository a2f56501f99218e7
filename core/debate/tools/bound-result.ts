import type { JsonObject } from '../../canonical/index.ts';
import { cutMarker, maxResponseBytes, utf8Length, utf8Prefix } from '../../kernel/index.ts';

/** The result itself when it is within 1 MiB, else its beginning as text with the marker of a cut response (K12). */
export function boundResult(result: JsonObject): JsonObject {
  const text = JSON.stringify(result);
  if (utf8Length(text) <= maxResponseBytes) return result;
  // Quoting can double the length of a text.
  return { cut: cutMarker, beginning: utf8Prefix(text, maxResponseBytes / 2 - utf8Length(cutMarker) - 100) };
}
