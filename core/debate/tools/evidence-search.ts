import { createTextIndex } from '../../ledger/index.ts';
import type { CaseFile } from '../case/case-file.ts';

/** Ranks evidence by a query. The default ranks by words; a search by meaning fits the same port. */
export interface EvidenceSearch {
  /** Every match, the best first; scores from 0 to 1, the best match of a search has 1. */
  search(query: string): readonly { readonly evidenceId: string; readonly score: number }[];
}

/** Ranks by words with BM25. The index lives in memory and is made at the first search. */
export function fullTextEvidenceSearch({ evidence }: Pick<CaseFile, 'evidence'>): EvidenceSearch {
  let index: ReturnType<typeof createTextIndex> | null = null;
  return {
    search: (query) => {
      index ??= createTextIndex(evidence.map((item) => ({ id: item.evidence_id, text: item.text })));
      const matches = index.search(query);
      const best = matches[0]?.weight ?? 1;
      return matches.map(({ id, weight }) => ({ evidenceId: id, score: best > 0 ? weight / best : 1 }));
    },
  };
}
