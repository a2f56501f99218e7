import type { CaseFile, EvidenceItem } from './case-file.ts';
import type { Report } from './report.ts';

/** What became of reading a document that lies beside a case. */
export type DocumentText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Reads a document's file, named by a path relative to the case. */
export type DocumentReader = (path: string) => Promise<DocumentText>;

/**
 * Documents with a file: those that cannot be read (`document-unreadable`), and evidence whose words do not stand in
 * its document (`evidence-not-found`). White space and letter case make no difference.
 */
export async function findFileProblems(caseFile: CaseFile, read: DocumentReader, report: Report): Promise<void> {
  const items = Map.groupBy(
    caseFile.evidence.map((item, at) => ({ item, at })),
    ({ item }) => item.source_span.document_id.toLowerCase(),
  );
  for (const [at, { document_id: id, file }] of caseFile.documents.entries()) {
    if (file === undefined) continue;
    const found = await read(file);
    if (found.ok) findMissing(found.text, items.get(id.toLowerCase()) ?? [], report);
    else report('document-unreadable', `${file}: ${found.reason}`, ['documents', at, 'file']);
  }
}

function findMissing(
  text: string,
  items: readonly { readonly item: EvidenceItem; readonly at: number }[],
  report: Report,
): void {
  const whole = plainWords(text);
  for (const { item, at } of items) {
    if (whole.includes(plainWords(item.text))) continue;
    report('evidence-not-found', 'These words do not stand in the document', ['evidence', at, 'text']);
  }
}

function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
