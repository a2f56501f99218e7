/** JSON as data: what an event, an action or a snapshot is made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * RFC 8785 canonical JSON: keys sorted by UTF-16 code units, ECMAScript number form, no white space.
 *
 * Takes only JSON data. NaN, infinities, lone surrogates, `undefined` and other non-JSON values are bugs of the caller
 * and throw, because a digest over a silently changed value would bind to something nobody saw.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error('bug: canonical JSON has no NaN or infinity (RFC 8785 §3.2.2.3)');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') return quoted(value);
  if (isList(value)) return canonicalList(value);
  if (typeof value === 'object') return canonicalObject(value);
  throw new Error(`bug: ${typeof value} is not JSON`);
}

/** Text that stands in JSON as it is: printable ASCII without the quote and the backslash. */
const plainText = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  // Nearly every text is plain, and this test costs a third of what quoting does.
  if (plainText.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new Error('bug: canonical JSON has no lone surrogates (RFC 8785 §3.2.2.2)');
  return JSON.stringify(text);
}

// Every event passes here: text is joined in loops, which is several times faster than map and join.
function canonicalList(list: readonly Json[]): string {
  let text = '[';
  for (const item of list) text += text.length > 1 ? `,${canonicalJson(item)}` : canonicalJson(item);
  return `${text}]`;
}

function canonicalObject(object: JsonObject): string {
  let text = '{';
  for (const key of Object.keys(object).sort()) {
    if (text.length > 1) text += ',';
    text += `${quoted(key)}:${canonicalJson(object[key] as Json)}`;
  }
  return `${text}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Whether no text in it, keys included, holds a lone surrogate: what comes from outside is asked before it is stored.
 */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

const encoder = new TextEncoder();

/** The UTF-8 bytes of `canonicalJson(value)`. */
export function canonicalBytes(value: Json): Uint8Array {
  return encoder.encode(canonicalJson(value));
}
