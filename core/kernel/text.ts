/** Sizes of texts and cutting them to size, never in the middle of a character (K8). */
import { fixNatural } from './natural.ts';

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. Half a surrogate pair counts three, as the replacement character it becomes. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** Tokens of a text: a quarter of its UTF-8 bytes, rounded up (K8). */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / 4);
}

/** The longest beginning of the text that has at most `bytes` UTF-8 bytes. */
export function utf8Prefix(text: string, bytes: number): string {
  const room = Math.min(fixNatural(bytes), utf8Length(text));
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(room)).read);
}

/**
 * At most `max` characters (UTF-16 units): the text itself, or its head and tail around a marker that says how many
 * characters are missing. Where not even the marker has room, only the head (K8).
 */
export function truncateOutput(text: string, max: number): string {
  const limit = fixNatural(max);
  if (text.length <= limit) return text;
  const room = limit - omissionMarker(text.length).length;
  if (room < 0) return wholeHead(text, limit);
  const head = wholeHead(text, Math.ceil(room / 2));
  const tail = wholeTail(text, Math.floor(room / 2));
  return head + omissionMarker(text.length - head.length - tail.length) + tail;
}

function omissionMarker(count: number): string {
  return `\n[... ${count} characters left out ...]\n`;
}

function wholeHead(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

function wholeTail(text: string, length: number): string {
  return text.slice(text.length - length).replace(/^[\udc00-\udfff]/, '');
}

/** Order by Unicode code points, which is the order of the UTF-8 bytes; JavaScript's own compares UTF-16 units. */
export function comesBefore(left: string, right: string): boolean {
  return bytesAsText(left) < bytesAsText(right);
}

function bytesAsText(text: string): string {
  return Array.from(encoder.encode(text), (byte) => String.fromCharCode(byte)).join('');
}
