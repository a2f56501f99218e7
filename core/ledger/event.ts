import type { z } from 'zod';
import type { Json, JsonObject } from '../canonical/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';

/** Who made the event happen. */
export interface Actor {
  readonly kind: 'agent' | 'human' | 'integration' | 'system';
  readonly id: string;
}

/** A body that goes to the side table; the leaf holds only its salted digest, so it can be redacted later. */
export interface PayloadDraft {
  /** Unique within the event: `diff`, `output/tests`. */
  readonly name: string;
  readonly mediaType: string;
  readonly body: string | Uint8Array;
}

export interface PayloadReference {
  readonly name: string;
  readonly media_type: string;
  /** Bytes. */
  readonly size: number;
  /** `sha256:` + hex of SHA-256(salt ‖ body). */
  readonly digest: string;
}

/** What a room hands to the ledger. */
export interface EventDraft {
  /** Dotted, past tense: `work.verified`. */
  readonly type: string;
  readonly actor: Actor;
  /** What it is about: `task:astropy__astropy-14365`, `gate:…`, `agent:…`. */
  readonly subject: string;
  /** Small structured facts, in the leaf for ever. Snake case. No secrets and no bulk: those are payloads. */
  readonly data: JsonObject;
  readonly payloads?: readonly PayloadDraft[];
}

/** An event as it stands in the tree. Its canonical JSON is the leaf. */
export interface LedgerEvent {
  /** Leaf index, 0 for the first. */
  readonly seq: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly type: string;
  readonly actor: Actor;
  readonly subject: string;
  readonly data: JsonObject;
  readonly payloads: readonly PayloadReference[];
}

/** One event type of a room: its name and the shape of its data, used both to draft and to read. */
export interface EventDefinition<T> {
  readonly type: string;
  draft(actor: Actor, subject: string, data: T, payloads?: readonly PayloadDraft[]): EventDraft;
  /** Whether this event is of this type. */
  matches(event: LedgerEvent): boolean;
  /** The typed data, or problem `event-data-invalid` when the event does not have the shape. */
  read(event: LedgerEvent): Result<T>;
}

/** Defines an event type. `T` must be JSON data. */
export function defineEvent<T>(type: string, schema: z.ZodType<T>): EventDefinition<T> {
  return {
    type,
    draft: (actor, subject, data, payloads = []) => ({
      type,
      actor,
      subject,
      data: schema.parse(data) as unknown as JsonObject,
      payloads,
    }),
    matches: (event) => event.type === type,
    read: (event) => {
      const parsed = schema.safeParse(event.data as Json);
      if (parsed.success) return ok(parsed.data);
      return fail(
        'event-data-invalid',
        `Event ${event.seq} (${type}) does not have the shape of its type`,
        `${event.seq}`,
      );
    },
  };
}
