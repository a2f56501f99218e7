import { z } from 'zod';
import { grade } from '../case/case-file.ts';
import { idKey } from '../case/case-index.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import { isAtLeastGrade } from '../sanad/grade.ts';
import { withArguments } from './arguments.ts';
import { spanJson } from './lookup-claim.ts';

const maxResults = 100;
const excerptCharacters = 500;

const schema = z.object({
  query: z.string().min(1).max(2_000),
  deal_id: z.string(),
  /** One that no claim has finds nothing. */
  claim_class: z.string().nullish(),
  min_grade: grade.nullish(),
  limit: z.number().int().min(1).nullish(),
});

/**
 * Evidence of this deal that matches a query, the best first (seed 002 §4.3); at most 100. Another deal has none here,
 * and whether it exists is not told.
 */
export const searchEvidence = withArguments(schema, (wanted, { registry, search }) => {
  const isHere = idKey(wanted.deal_id) === idKey(registry.dealId);
  const ofClass = wanted.claim_class == null ? null : evidenceOfClass(registry, wanted.claim_class);
  const matches = (isHere ? search.search(wanted.query) : []).flatMap(({ evidenceId, score }) => {
    const item = registry.evidence(evidenceId);
    if (item === null || !isAtLeastGrade(registry.sourceGrade(item), wanted.min_grade ?? 'D')) return [];
    if (ofClass !== null && !ofClass.has(idKey(evidenceId))) return [];
    return [{ item, score }];
  });
  const limit = Math.min(wanted.limit ?? 10, maxResults);
  return {
    ok: true,
    result: {
      results: matches.slice(0, limit).map(({ item, score }) => ({
        evidence_id: item.evidence_id,
        source_span: spanJson(item),
        source_grade: registry.sourceGrade(item),
        relevance_score: Math.round(score * 10_000) / 10_000,
        text_excerpt: excerpt(item.text),
      })),
      total_count: matches.length,
    },
  };
});

/** Evidence that a claim of this class cites. */
function evidenceOfClass({ caseFile }: ClaimRegistry, wanted: string) {
  const ids = caseFile.claims
    .filter((claim) => claim.claim_class === wanted)
    .flatMap((claim) => [
      ...claim.evidence_refs,
      ...claim.sanad.flatMap((chain) => chain.links.flatMap((link) => link.evidence_id ?? [])),
    ]);
  return new Set(ids.map(idKey));
}

function excerpt(text: string): string {
  const characters = [...text];
  return characters.length <= excerptCharacters ? text : `${characters.slice(0, excerptCharacters - 1).join('')}…`;
}
