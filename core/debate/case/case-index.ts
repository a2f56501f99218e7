import type { Calculation, CaseDocument, CaseFile, Claim, EvidenceItem, Grade } from './case-file.ts';

/** The records of a case by id. Ids are UUIDs: upper and lower case are the same. */
export interface CaseIndex {
  readonly caseFile: CaseFile;
  document(id: string): CaseDocument | null;
  evidence(id: string): EvidenceItem | null;
  claim(id: string): Claim | null;
  calculation(id: string): Calculation | null;
  /** The grade of an item's source: its own when it has one, else that of its document. */
  sourceGrade(item: EvidenceItem): Grade;
  /** The documents an item comes from in the end: those that take their content from no other. */
  rootDocuments(item: EvidenceItem): readonly CaseDocument[];
}

/** The key under which an id is kept. */
export function idKey(id: string): string {
  return id.toLowerCase();
}

function byId<T>(records: readonly T[], idOf: (record: T) => string): (id: string) => T | null {
  const map = new Map(records.map((record) => [idKey(idOf(record)), record]));
  return (id) => map.get(idKey(id)) ?? null;
}

/**
 * Makes the index once per case, in time that grows with its records. Of two records with one id the later is found.
 */
export function indexCase(caseFile: CaseFile): CaseIndex {
  const document = byId(caseFile.documents, (one) => one.document_id);
  const rootsOf = (start: CaseDocument): readonly CaseDocument[] => {
    const roots: CaseDocument[] = [];
    const seen = new Set<CaseDocument>();
    const pending = [start];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const sources = next.derived_from.map(document).filter((source) => source !== null);
      if (sources.length === 0) roots.push(next);
      else pending.push(...sources);
    }
    return roots;
  };
  return {
    caseFile,
    document,
    evidence: byId(caseFile.evidence, (one) => one.evidence_id),
    claim: byId(caseFile.claims, (one) => one.claim_id),
    calculation: byId(caseFile.calculations, (one) => one.calc_id),
    // A case without the document does not pass the check; the worst grade is the safe answer.
    sourceGrade: (item) => item.source_grade ?? document(item.source_span.document_id)?.source_grade ?? 'D',
    rootDocuments: (item) => {
      const source = document(item.source_span.document_id);
      return source === null ? [] : rootsOf(source);
    },
  };
}
