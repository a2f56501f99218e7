import { z } from 'zod';
import { isWellFormed, type JsonObject } from '../../canonical/index.ts';
import { cutMarker, maxResponseBytes, maxResponseItems, utf8Length } from '../../kernel/index.ts';
import { withArguments } from './arguments.ts';
import {
  type EnrichmentConnector,
  type EnrichmentQuery,
  type EnrichmentRecord,
  enrichmentRecord,
} from './connector.ts';

const schema = z.object({
  entity_type: z.enum(['COMPANY', 'PERSON', 'MARKET']),
  entity_name: z.string().trim().min(1).max(400),
  data_points: z.array(z.string().max(400)).max(100),
});

/**
 * Data from outside, with its source (seed 002 §4.6). It has grade C or D, whatever the connector says, and must be
 * corroborated. Answers of more than 10,000 items or 1 MiB are cut (K12); what is no record is counted and left out.
 */
export const queryEnrichment = withArguments(schema, async (query, { connectors, signal }) => {
  const results: JsonObject[] = [];
  let unreadable = 0;
  let bytes = 0;
  let cut = false;
  for (const connector of connectors) {
    const answer = await ask(connector, query, signal);
    cut ||= answer.cut;
    unreadable += answer.unreadable;
    for (const record of answer.records) {
      const result = resultOf(record, connector);
      bytes += utf8Length(JSON.stringify(result));
      if (results.length >= maxResponseItems || bytes > maxResponseBytes / 2) {
        cut = true;
        break;
      }
      results.push(result);
    }
  }
  return {
    ok: true,
    result: {
      entity_type: query.entity_type,
      entity_name: query.entity_name,
      results,
      unreadable,
      must_be_corroborated: true,
      ...(cut ? { cut: cutMarker } : {}),
    },
  };
});

interface Answer {
  readonly records: readonly EnrichmentRecord[];
  readonly unreadable: number;
  readonly cut: boolean;
}

async function ask(connector: EnrichmentConnector, query: EnrichmentQuery, signal: AbortSignal): Promise<Answer> {
  let raw: unknown;
  try {
    raw = await connector.query(query, signal);
  } catch {
    // What it threw may say anything, also about others; that it failed is enough.
    return { records: [], unreadable: 1, cut: false };
  }
  if (!Array.isArray(raw)) return { records: [], unreadable: 1, cut: false };
  const items: readonly unknown[] = raw.slice(0, maxResponseItems);
  const records = items.flatMap((item) => {
    const parsed = enrichmentRecord.safeParse(item);
    return parsed.success && isWellFormed(parsed.data) ? [parsed.data] : [];
  });
  return { records, unreadable: items.length - records.length, cut: raw.length > items.length };
}

function resultOf(record: EnrichmentRecord, connector: EnrichmentConnector): JsonObject {
  const { source_grade: given } = record;
  return {
    data_point: record.data_point,
    value: record.value,
    source: { connector: connector.name, reference: record.source },
    as_of: record.as_of ?? null,
    source_grade: given === 'A' || given === 'B' || given === 'C' ? 'C' : 'D',
  };
}
