/** What comes back from outside is bounded before anything looks at it (K12; the oracle axioms of seed 000). */
import { utf8Length, utf8Prefix } from './text.ts';

export const maxResponseItems = 10_000;
/** 1 MiB. */
export const maxResponseBytes = 1_048_576;

/** Stands at the end of a response that was cut. */
export const cutMarker = '[error: the response was larger than 10,000 items or 1 MiB and was cut here]';

export interface BoundedResponse {
  /** At most 10,000 items and 1 MiB together, the marker included. */
  readonly items: readonly string[];
  readonly cut: boolean;
}

/** The response itself when it is within both bounds, else its beginning and `cutMarker`. */
export function boundResponse(items: readonly string[]): BoundedResponse {
  const whole = items.length <= maxResponseItems && bytesOf(items) <= maxResponseBytes;
  if (whole) return { items, cut: false };
  const kept = takeWithin(items.slice(0, maxResponseItems - 1), maxResponseBytes - utf8Length(cutMarker));
  return { items: [...kept, cutMarker], cut: true };
}

/** UTF-8 bytes of all items together. */
export function bytesOf(items: readonly string[]): number {
  return items.reduce((total, item) => total + utf8Length(item), 0);
}

function takeWithin(items: readonly string[], bytes: number): readonly string[] {
  const kept: string[] = [];
  let room = bytes;
  for (const item of items) {
    const size = utf8Length(item);
    if (size > room) return [...kept, utf8Prefix(item, room)];
    kept.push(item);
    room -= size;
  }
  return kept;
}
