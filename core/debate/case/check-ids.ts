import type { Path } from '../../machine/index.ts';
import type { CaseFile, Claim, SanadChain } from './case-file.ts';
import { idKey } from './case-index.ts';
import type { Report } from './report.ts';

/** Ids used twice (`duplicate-id`) and ids that name nothing (`unknown-id`). */
export function findUnknownIds(caseFile: CaseFile, report: Report): void {
  const documents = uniqueIds(caseFile.documents, 'documents', 'document_id', report);
  const evidence = uniqueIds(caseFile.evidence, 'evidence', 'evidence_id', report);
  const claims = uniqueIds(caseFile.claims, 'claims', 'claim_id', report);
  const calculations = uniqueIds(caseFile.calculations, 'calculations', 'calc_id', report);
  const refer = (known: ReadonlySet<string>, what: string, id: string | null, path: Path) => {
    if (id !== null && !known.has(idKey(id))) report('unknown-id', `There is no ${what} ${id} in this case`, path);
  };
  caseFile.documents.forEach((one, at) => {
    one.derived_from.forEach((id, index) => {
      refer(documents, 'document', id, ['documents', at, 'derived_from', index]);
    });
  });
  caseFile.evidence.forEach((one, at) => {
    refer(documents, 'document', one.source_span.document_id, ['evidence', at, 'source_span', 'document_id']);
  });
  caseFile.claims.forEach((one, at) => {
    one.evidence_refs.forEach((id, index) => {
      refer(evidence, 'evidence item', id, ['claims', at, 'evidence_refs', index]);
    });
    refer(calculations, 'calculation', one.calc_id, ['claims', at, 'calc_id']);
    for (const { link, path } of linksOf(one, ['claims', at])) {
      refer(evidence, 'evidence item', link.evidence_id, [...path, 'evidence_id']);
      refer(calculations, 'calculation', link.calc_id, [...path, 'calc_id']);
    }
    checkChains(one, ['claims', at, 'sanad'], report);
  });
  caseFile.calculations.forEach((one, at) => {
    one.inputs.forEach((input, index) => {
      refer(claims, 'claim', input.claim_id, ['calculations', at, 'inputs', index, 'claim_id']);
    });
  });
}

function uniqueIds<K extends string, T extends { readonly [key in K]: string }>(
  records: readonly T[],
  list: string,
  field: K,
  report: Report,
): ReadonlySet<string> {
  const known = new Set<string>();
  records.forEach((record, at) => {
    const id = record[field];
    if (known.has(idKey(id))) report('duplicate-id', `The id ${id} is used twice`, [list, at, field]);
    known.add(idKey(id));
  });
  return known;
}

function linksOf(claim: Claim, path: Path) {
  return claim.sanad.flatMap((chain, at) =>
    chain.links.map((link, index) => ({ link, path: [...path, 'sanad', at, 'links', index] })),
  );
}

function checkChains(claim: Claim, path: Path, report: Report): void {
  const chains = new Set<string>();
  claim.sanad.forEach((chain, at) => {
    if (chains.has(chain.chain_id)) {
      report('duplicate-id', `The claim has two chains ${chain.chain_id}`, [...path, at, 'chain_id']);
    }
    chains.add(chain.chain_id);
    checkLinks(chain, [...path, at, 'links'], report);
  });
}

function checkLinks(chain: SanadChain, path: Path, report: Report): void {
  const known = new Set<string>();
  chain.links.forEach((link, at) => {
    if (known.has(link.link_id)) {
      report('duplicate-id', `The chain has two links ${link.link_id}`, [...path, at, 'link_id']);
    }
    known.add(link.link_id);
  });
  chain.links.forEach((link, at) => {
    if (link.received_from === null || known.has(link.received_from)) return;
    report('unknown-id', `There is no link ${link.received_from} in this chain`, [...path, at, 'received_from']);
  });
}
