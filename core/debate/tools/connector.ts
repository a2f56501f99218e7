import { z } from 'zod';

/** What to look up outside the case (seed 002 §4.6). */
export interface EnrichmentQuery {
  readonly entity_type: 'COMPANY' | 'PERSON' | 'MARKET';
  readonly entity_name: string;
  readonly data_points: readonly string[];
}

/** A source of data from outside. What it answers is trusted in nothing: not its size, not its shape, not its grade. */
export interface EnrichmentConnector {
  readonly name: string;
  query(query: EnrichmentQuery, signal: AbortSignal): Promise<unknown>;
}

/** One answer of a connector. */
export const enrichmentRecord = z.object({
  data_point: z.string().min(1).max(400),
  value: z.union([z.string().max(20_000), z.number(), z.boolean()]),
  /** Where it stands: an address, a title and a page. */
  source: z.string().min(1).max(2_000),
  as_of: z.iso.date().nullish(),
  /** C or D; anything better is read as C, and nothing as D. */
  source_grade: z.string().nullish(),
});
export type EnrichmentRecord = Readonly<z.infer<typeof enrichmentRecord>>;
