import type { ClaimDetail } from '../../api/index.ts';
import type { Claim, EvidenceItem, TransmissionLink } from '../case/case-file.ts';
import { idKey } from '../case/case-index.ts';
import type { ClaimRegistry, ClaimStanding } from '../claim-registry.ts';
import type { ResolvedChain } from '../sanad/chains.ts';

type SanadView = ClaimDetail['sanad'];
type SanadNode = SanadView['nodes'][number];

/** A graph with more nodes than this cannot be read; the chains still list their links. */
const mostNodes = 200;
const claimNode = 'claim';

/**
 * The chains of a claim as a graph: the documents, hand by hand to the claim; a document that chains share stands once.
 */
export function sanadView(registry: ClaimRegistry, claim: Claim, standing: ClaimStanding): SanadView {
  const faults = registry.chainFaults(claim);
  const reasons = (chainId: string, linkId: string | null) =>
    faults.filter((fault) => fault.chain_id === chainId && fault.link_id === linkId).map(({ reason }) => reason);
  const documents = documentsOf(registry, standing.chains);
  const shown: SanadNode[] = [
    {
      ...emptyNode(claimNode, 'claim', claim.claim_text.slice(0, 120)),
      grade: standing.claim_grade,
      at: claim.stated_on,
    },
    ...documents.nodes,
    ...standing.chains.flatMap((chain) =>
      chain.links.map((link) => linkNode(registry, chain, link, reasons(chain.chain_id, link.link_id))),
    ),
  ].slice(0, mostNodes);
  const known = new Set(shown.map(({ id }) => id));
  const edges = [...documents.edges, ...standing.chains.flatMap((chain) => linkEdges(registry, chain))];
  return {
    independentChains: standing.independent_chains,
    chains: standing.chains.map((chain) => ({
      chainId: chain.chain_id,
      implied: chain.implied,
      nodeIds: [...chain.links.map((link) => nodeId(chain, link)), claimNode],
      independent: isIndependent(chain, standing.chains),
      faults: [
        ...reasons(chain.chain_id, null),
        ...chain.links.flatMap((link) => reasons(chain.chain_id, link.link_id)),
      ],
    })),
    nodes: shown,
    edges: edges.filter(({ from, to }) => known.has(from) && known.has(to)),
  };
}

function nodeId(chain: ResolvedChain, link: Pick<TransmissionLink, 'link_id'>): string {
  return `${chain.chain_id}/${link.link_id}`;
}

function emptyNode(id: string, kind: SanadNode['kind'], label: string): SanadNode {
  return { id, kind, label, detail: null, grade: null, at: null, evidenceId: null, calcId: null, defect: null };
}

function linkNode(
  registry: ClaimRegistry,
  chain: ResolvedChain,
  link: TransmissionLink,
  reasons: readonly string[],
): SanadNode {
  const item = link.evidence_id === null ? null : registry.evidence(link.evidence_id);
  return {
    ...emptyNode(nodeId(chain, link), link.kind, link.transmitter ?? 'unknown'),
    detail: item === null ? formulaOf(registry, link) : citationOf(registry, item),
    grade: item === null ? null : registry.sourceGrade(item),
    at: link.at,
    evidenceId: link.evidence_id,
    calcId: link.calc_id,
    defect: reasons.length === 0 ? null : `${reasons.join('. ')}.`,
  };
}

function citationOf(registry: ClaimRegistry, { source_span: span }: EvidenceItem): string {
  return `${registry.document(span.document_id)?.title ?? 'a document'}, ${spanText(span)}`;
}

function formulaOf(registry: ClaimRegistry, { calc_id: id }: TransmissionLink): string | null {
  return id === null ? null : (registry.calculation(id)?.formula ?? null);
}

/** From each link to the one that received it, from its document to it, and from the last one to the claim. */
function linkEdges(registry: ClaimRegistry, chain: ResolvedChain): SanadView['edges'] {
  const ids = new Set(chain.links.map(({ link_id: id }) => id));
  const passedOn = new Set(chain.links.flatMap(({ received_from: from }) => (from === null ? [] : [from])));
  return chain.links.flatMap((link) => {
    const { link_id: id, received_from: from, evidence_id: evidenceId } = link;
    const item = evidenceId === null ? null : registry.evidence(evidenceId);
    const to = nodeId(chain, link);
    return [
      ...(from !== null && ids.has(from) ? [{ from: nodeId(chain, { link_id: from }), to }] : []),
      ...(item === null ? [] : [{ from: documentNode(item.source_span.document_id), to }]),
      ...(passedOn.has(id) ? [] : [{ from: to, to: claimNode }]),
    ];
  });
}

function documentNode(documentId: string): string {
  return `document:${idKey(documentId)}`;
}

/** The cited documents and those that they take their content from. */
function documentsOf(
  registry: ClaimRegistry,
  chains: readonly ResolvedChain[],
): { readonly nodes: readonly SanadNode[]; readonly edges: SanadView['edges'] } {
  const pending = chains.flatMap((chain) => chain.evidence.map((item) => item.source_span.document_id));
  const seen = new Set<string>();
  const nodes: SanadNode[] = [];
  const edges: { from: string; to: string }[] = [];
  for (let id = pending.pop(); id !== undefined && nodes.length < mostNodes; id = pending.pop()) {
    const document = registry.document(id);
    if (document === null || seen.has(idKey(id))) continue;
    seen.add(idKey(id));
    nodes.push({
      ...emptyNode(documentNode(id), 'document', document.title),
      detail: document.origin === null ? document.kind : `${document.kind}, from ${document.origin}`,
      grade: document.source_grade,
      at: document.published,
    });
    for (const source of document.derived_from) {
      edges.push({ from: documentNode(source), to: documentNode(id) });
      pending.push(source);
    }
  }
  return { nodes, edges };
}

/**
 * Whether no other chain of the claim has an origin in common with it. A chain of unknown origin is never independent.
 */
function isIndependent(chain: ResolvedChain, all: readonly ResolvedChain[]): boolean {
  if (chain.origins.size === 0) return false;
  return all.every((other) => other === chain || ![...other.origins].some((origin) => chain.origins.has(origin)));
}

/** `page 3, table 1, row 2, column 4`; counting from 1 as people do. */
export function spanText(span: EvidenceItem['source_span']): string {
  const { page, table, row, column, paragraph, sentence } = span;
  const parts = [
    ...(page === undefined ? [] : [`page ${page}`]),
    ...Object.entries({ table, row, column, paragraph, sentence }).flatMap(([name, index]) =>
      index === undefined ? [] : [`${name} ${index + 1}`],
    ),
  ];
  return parts.length === 0 ? 'the whole of it' : parts.join(', ');
}
