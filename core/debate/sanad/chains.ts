import type { CaseDocument, Claim, EvidenceItem, Grade, TransmissionLink } from '../case/case-file.ts';
import { type CaseIndex, idKey } from '../case/case-index.ts';
import { worstGrade } from './grade.ts';

/** A chain with everything it rests on, up to where its content comes from. */
export interface ResolvedChain {
  readonly chain_id: string;
  /** No chain was written down: it follows from an evidence or calculation reference of the claim. */
  readonly implied: boolean;
  readonly links: readonly TransmissionLink[];
  /** What its links cite, and what the inputs of its calculations rest on. */
  readonly evidence: readonly EvidenceItem[];
  /** Where it comes from in the end, one key each: a party, or a document nobody is named for. Empty is unknown. */
  readonly origins: ReadonlySet<string>;
  /** The weakest of its sources; D when it has none. */
  readonly grade: Grade;
}

/**
 * The chains of a claim: those written down, then one of two hands for each evidence reference that none of them cites,
 * then one for the calculation when nothing cites it.
 */
export function chainsOf(claim: Claim, index: CaseIndex): readonly ResolvedChain[] {
  const written = claim.sanad.map((chain) => resolve(chain.chain_id, chain.links, false, index));
  const cited = new Set(written.flatMap((chain) => chain.evidence.map((item) => idKey(item.evidence_id))));
  const implied = claim.evidence_refs
    .filter((id, at, all) => !cited.has(idKey(id)) && all.findIndex((other) => idKey(other) === idKey(id)) === at)
    .map((id) => resolve(`evidence:${id}`, extraction(id, index), true, index));
  const calc = claim.calc_id;
  const isCited = claim.sanad.some(({ links }) => links.some((link) => link.calc_id !== null));
  const computed =
    calc === null || isCited ? [] : [resolve(`calculation:${calc}`, calculationLinks(calc), true, index)];
  return [...written, ...implied, ...computed];
}

function extraction(evidenceId: string, index: CaseIndex): readonly TransmissionLink[] {
  const item = index.evidence(evidenceId);
  const document = item === null ? null : index.document(item.source_span.document_id);
  const link = { calc_id: null, at: document?.published ?? null };
  return [
    {
      ...link,
      link_id: 'origin',
      kind: 'ORIGIN',
      transmitter: document?.origin ?? document?.title ?? null,
      received_from: null,
      evidence_id: null,
    },
    {
      ...link,
      link_id: 'extraction',
      kind: 'EXTRACTION',
      transmitter: 'extraction',
      received_from: 'origin',
      evidence_id: evidenceId,
    },
  ];
}

function calculationLinks(calcId: string): readonly TransmissionLink[] {
  const link = { evidence_id: null, at: null };
  return [
    {
      ...link,
      link_id: 'calculation',
      kind: 'CALCULATION',
      transmitter: 'calculation',
      received_from: null,
      calc_id: calcId,
    },
  ];
}

function resolve(
  chainId: string,
  links: readonly TransmissionLink[],
  implied: boolean,
  index: CaseIndex,
): ResolvedChain {
  const evidence = evidenceOf(links, index);
  return {
    chain_id: chainId,
    implied,
    links,
    evidence,
    origins: originsOf(links, evidence, index),
    grade: evidence.length === 0 ? 'D' : worstGrade(evidence.map(index.sourceGrade)),
  };
}

/** What the links cite, and through calculations what their inputs rest on. Ends on cycles too. */
function evidenceOf(links: readonly TransmissionLink[], index: CaseIndex): readonly EvidenceItem[] {
  const found = new Set<EvidenceItem>();
  const seen = new Set<string>();
  const pending = links.flatMap((link) => (link.calc_id === null ? [] : [link.calc_id]));
  const take = (id: string | null) => {
    const item = id === null ? null : index.evidence(id);
    if (item !== null) found.add(item);
  };
  for (const link of links) take(link.evidence_id);
  for (let calcId = pending.pop(); calcId !== undefined; calcId = pending.pop()) {
    if (seen.has(idKey(calcId))) continue;
    seen.add(idKey(calcId));
    for (const { claim_id: claimId } of index.calculation(calcId)?.inputs ?? []) {
      const input = index.claim(claimId);
      if (input === null) continue;
      for (const id of input.evidence_refs) take(id);
      for (const link of input.sanad.flatMap((chain) => chain.links)) {
        take(link.evidence_id);
        if (link.calc_id !== null) pending.push(link.calc_id);
      }
      if (input.calc_id !== null) pending.push(input.calc_id);
    }
  }
  return [...found];
}

/** The key of a party, the same whichever way its name is written. */
export function partyKey(name: string): string {
  return `party:${name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()}`;
}

/** Who or what a document comes from: the party named as its origin, else itself. */
export function documentOrigin(document: CaseDocument): string {
  return document.origin === null ? `document:${idKey(document.document_id)}` : partyKey(document.origin);
}

/**
 * The roots of the documents that are cited. The first hand is asked only where no document is: it names in words what
 * the document's origin names already.
 */
function originsOf(
  links: readonly TransmissionLink[],
  evidence: readonly EvidenceItem[],
  index: CaseIndex,
): ReadonlySet<string> {
  const roots = evidence.flatMap((item) => index.rootDocuments(item).map(documentOrigin));
  if (roots.length > 0) return new Set(roots);
  const first = links.find((link) => link.kind === 'ORIGIN')?.transmitter ?? null;
  return new Set(first === null ? [] : [partyKey(first)]);
}
