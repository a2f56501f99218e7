import type { Json, JsonObject } from '../canonical/index.ts';
import type { RunEvent } from '../machine/index.ts';
import { fail, type Result } from '../problem/index.ts';

/** What a backend has to be able to do. Checkpoints, locks, results and queues are built on this once, for all. */
export interface RecordStore {
  /** Null when there is none. Error: `record-damaged`. */
  read(key: string): Promise<Result<Json | null>>;
  /** Keys that are `prefix` or below it, in code-unit order. */
  list(prefix: string): Promise<Result<readonly string[]>>;
  /** The last of them, or null. */
  last(prefix: string): Promise<Result<string | null>>;
  /** All writes or none, durable on return. Error: `condition-failed` with the key as place. */
  commit(change: RecordChange): Promise<Result<void>>;
}

export interface RecordWrite {
  readonly key: string;
  /** Null takes the record away. */
  readonly value: Json | null;
  /** Small, and nobody's secret: a ledger keeps it in the event itself, which cannot be redacted. */
  readonly small?: true;
}

/** What must hold at the moment of the commit. */
export interface RecordCondition {
  readonly key: string;
  /** Null: there is no record. Otherwise the record has at least these fields with these values. */
  readonly matches: JsonObject | null;
}

export interface RecordChange {
  readonly writes: readonly RecordWrite[];
  readonly conditions: readonly RecordCondition[];
  /** Why. A ledger keeps it; the other stores do not. */
  readonly events: readonly RunEvent[];
}

/** The condition that does not hold, as a problem; null when all hold. */
export function failedCondition(
  conditions: readonly RecordCondition[],
  read: (key: string) => Json | null,
): Result<never> | null {
  for (const { key, matches } of conditions) {
    if (!holds(read(key), matches)) return fail('condition-failed', `The record ${key} is not as expected`, key);
  }
  return null;
}

function holds(value: Json | null, matches: JsonObject | null): boolean {
  if (matches === null || value === null) return matches === value;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  const fields = value as JsonObject;
  return Object.entries(matches).every(([field, wanted]) => Object.hasOwn(fields, field) && fields[field] === wanted);
}

/** The order of every list. */
export function inCodeUnitOrder(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
