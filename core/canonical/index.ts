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
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Error('bug: canonical JSON has no lone surrogates (RFC 8785 §3.2.2.2)');
    return JSON.stringify(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key] as Json)}`);
    return `{${members.join(',')}}`;
  }
  throw new Error(`bug: ${typeof value} is not JSON`);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const encoder = new TextEncoder();

/** The UTF-8 bytes of `canonicalJson(value)`. */
export function canonicalBytes(value: Json): Uint8Array {
  return encoder.encode(canonicalJson(value));
}
