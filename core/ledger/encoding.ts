/** Between a draft, the event in the tree, and the bytes that are hashed. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalBytes, type JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { RandomSource } from '../world/index.ts';
import type { EventDraft, LedgerEvent, PayloadDraft, PayloadReference } from './event.ts';
import { maximumPayloads } from './payload-layout.ts';

/** Bytes of salt before a body: enough that the digest of a redacted body cannot be guessed back. */
export const saltLength = 16;

export interface EncodedPayload {
  readonly name: string;
  readonly salt: Uint8Array;
  readonly body: Uint8Array;
}

export interface EncodedEvent {
  readonly event: LedgerEvent;
  /** RFC 8785 canonical JSON. */
  readonly bytes: Uint8Array;
  readonly payloads: readonly EncodedPayload[];
}

/** `sha256:` + hex of SHA-256(salt ‖ body). */
export function payloadDigest(salt: Uint8Array, body: Uint8Array): string {
  return `sha256:${hash('sha256', Buffer.concat([salt, body]))}`;
}

const eventType = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

/** Makes the event that a draft becomes at this place in the tree. Errors: `event-invalid`. */
export function encodeEvent(draft: EventDraft, seq: number, at: string, random: RandomSource): Result<EncodedEvent> {
  const invalid = draftFault(draft);
  if (invalid !== null) return fail('event-invalid', `The event cannot be recorded: ${invalid}`, draft.type);
  const encoded = (draft.payloads ?? []).map((payload) => encodePayload(payload, random));
  const event: LedgerEvent = {
    seq,
    at,
    type: draft.type,
    actor: { kind: draft.actor.kind, id: draft.actor.id },
    subject: draft.subject,
    data: draft.data,
    payloads: encoded.map(({ reference }) => reference),
  };
  // The cast only says what the fields above show: records of strings and numbers are JSON.
  const bytes = canonicalBytes(event as unknown as JsonObject);
  return ok({ event, bytes, payloads: encoded.map(({ payload }) => payload) });
}

function encodePayload(
  draft: PayloadDraft,
  random: RandomSource,
): { readonly reference: PayloadReference; readonly payload: EncodedPayload } {
  const body = typeof draft.body === 'string' ? Buffer.from(draft.body, 'utf8') : draft.body;
  const salt = random.bytes(saltLength);
  return {
    reference: {
      name: draft.name,
      media_type: draft.mediaType,
      size: body.length,
      digest: payloadDigest(salt, body),
    },
    payload: { name: draft.name, salt, body },
  };
}

function draftFault(draft: EventDraft): string | null {
  if (!eventType.test(draft.type)) return 'its type is not dotted lower-case words';
  if (draft.subject === '') return 'it has no subject';
  if (draft.actor.id === '') return 'its actor has no id';
  const names = (draft.payloads ?? []).map((payload) => payload.name);
  if (names.length > maximumPayloads) return `it has more than ${maximumPayloads} payloads`;
  if (names.includes('')) return 'a payload has no name';
  if (new Set(names).size !== names.length) return 'two payloads have the same name';
  return valueFault([draft.subject, draft.actor.id, names, draft.data], 0);
}

/** Levels of lists and objects in the data of an event. */
const maximumDepth = 64;

/** Text from agents may hold half a surrogate pair, which has no UTF-8 form and so no canonical bytes. */
function valueFault(value: unknown, depth: number): string | null {
  if (typeof value === 'string') {
    return value.isWellFormed() ? null : 'it holds text that is not valid Unicode (a lone surrogate)';
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > maximumDepth) return `its data is nested deeper than ${maximumDepth} levels`;
  for (const [key, member] of Object.entries(value)) {
    const fault = valueFault(key, depth) ?? valueFault(member, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

const storedEvent = z.strictObject({
  seq: z.number().int().nonnegative(),
  at: z.string(),
  type: z.string(),
  actor: z.strictObject({ kind: z.enum(['agent', 'human', 'integration', 'system']), id: z.string() }),
  subject: z.string(),
  data: z.record(z.string(), z.json()),
  payloads: z.array(
    z.strictObject({
      name: z.string(),
      media_type: z.string(),
      size: z.number().int().nonnegative(),
      digest: z.string(),
    }),
  ),
});

/** Reads an event back. Errors: `event-damaged` when the bytes are not an event or not the one of this place. */
export function decodeEvent(bytes: Uint8Array, seq: number): Result<LedgerEvent> {
  const damaged = (why: string) =>
    fail('event-damaged', `Event ${seq} ${why}; run \`mizan ledger verify\` to see what else was changed`, `${seq}`);
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return damaged('is not JSON');
  }
  const parsed = storedEvent.safeParse(json);
  if (!parsed.success) return damaged('does not have the shape of an event');
  if (parsed.data.seq !== seq) return damaged(`holds the bytes of event ${parsed.data.seq}`);
  return ok(parsed.data as LedgerEvent);
}
