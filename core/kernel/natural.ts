/** The largest natural number the kernel counts with: every natural up to here is exact in a JavaScript number. */
export const largestNatural = Number.MAX_SAFE_INTEGER;

/**
 * Reads a natural-number field (K1): anything that is not a natural number is 0, as FTY's `nfix`. A natural number
 * beyond `largestNatural` reads as `largestNatural`, so that a huge cost never turns into a free one.
 */
export function fixNatural(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 0;
  return Math.min(Math.max(value, 0), largestNatural);
}

/** A percentage (satisfaction, confidence): a natural number of at most 100 (K4, K9). */
export function fixPercentage(value: unknown): number {
  return Math.min(fixNatural(value), 100);
}
