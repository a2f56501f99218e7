import type { Claim, TransmissionLink } from '../case/case-file.ts';
import type { CaseIndex } from '../case/case-index.ts';
import type { DefectType } from '../defect.ts';
import { documentOrigin, partyKey, type ResolvedChain } from './chains.ts';

/** Something wrong with a chain itself, whatever it says. */
export interface ChainFault {
  readonly defect_type: Extract<
    DefectType,
    'BROKEN_CHAIN' | 'CIRCULARITY' | 'UNKNOWN_SOURCE' | 'MISSING_LINK' | 'CHRONO_IMPOSSIBLE'
  >;
  readonly chain_id: string;
  /** The link at which it shows; null for the chain as a whole. */
  readonly link_id: string | null;
  readonly reason: string;
}

/**
 * What is structurally wrong with the chains of a claim (D9). A chain is
 * - BROKEN_CHAIN when a link that is no origin was received from nobody, or two links were received from the same one;
 * - CIRCULARITY when its content comes back to where it has been: a transmitter stands in it twice with others in
 *   between, or it reaches the claim through another document although that rests on the claimant's own words;
 * - UNKNOWN_SOURCE when nobody is named as the transmitter of a link;
 * - MISSING_LINK when it does not begin at an origin, or an extraction, citation or calculation cites nothing;
 * - CHRONO_IMPOSSIBLE when a link is older than the one before it, or than the document it cites.
 * A claimant's own document, cited directly, is no circle: it is one chain, and counts as one.
 */
export function chainFaults(claim: Claim, chains: readonly ResolvedChain[], index: CaseIndex): readonly ChainFault[] {
  return chains.flatMap((chain) => [
    ...connectionFaults(chain),
    ...circleFaults(claim, chain, index),
    ...linkFaults(chain),
    ...orderFaults(chain, index),
  ]);
}

function fault(
  chain: ResolvedChain,
  type: ChainFault['defect_type'],
  link: TransmissionLink | null,
  reason: string,
): ChainFault {
  return { defect_type: type, chain_id: chain.chain_id, link_id: link?.link_id ?? null, reason };
}

function connectionFaults(chain: ResolvedChain): readonly ChainFault[] {
  const { links } = chain;
  const received = links.map((link) => link.received_from);
  const orphans = links.filter((link, at) => at > 0 && link.kind !== 'ORIGIN' && link.received_from === null);
  const forks = links.filter((link, at) => link.received_from !== null && received.indexOf(link.received_from) !== at);
  const begins = links.some((link) => link.kind === 'ORIGIN') || links[0]?.calc_id != null;
  return [
    ...orphans.map((link) => fault(chain, 'BROKEN_CHAIN', link, 'The link was received from nobody')),
    ...forks.map((link) =>
      fault(chain, 'BROKEN_CHAIN', link, 'Two links were received from the same one: the chain is not one line'),
    ),
    ...(begins ? [] : [fault(chain, 'MISSING_LINK', links[0] ?? null, 'The chain does not begin at an origin')]),
  ];
}

function linkFaults(chain: ResolvedChain): readonly ChainFault[] {
  return chain.links.flatMap((link) => {
    const needs = link.kind === 'CALCULATION' ? link.calc_id : link.evidence_id;
    const cites = link.kind === 'ORIGIN' || link.kind === 'RESTATEMENT' || needs !== null;
    return [
      ...(link.transmitter === null ? [fault(chain, 'UNKNOWN_SOURCE', link, 'Nobody is named who passed it on')] : []),
      ...(cites ? [] : [fault(chain, 'MISSING_LINK', link, `A link of kind ${link.kind} cites nothing`)]),
    ];
  });
}

function circleFaults(claim: Claim, chain: ResolvedChain, index: CaseIndex): readonly ChainFault[] {
  const hands = chain.links.map((link) => (link.transmitter === null ? null : partyKey(link.transmitter)));
  const again = chain.links.find((_, at) => {
    const hand = hands[at] ?? null;
    const before = hands.slice(0, Math.max(at - 1, 0)).lastIndexOf(hand);
    return hand !== null && before >= 0 && hands.slice(before, at).some((other) => other !== hand);
  });
  if (again !== undefined) {
    return [fault(chain, 'CIRCULARITY', again, `It came back to ${again.transmitter}, who had passed it on before`)];
  }
  const claimant = claim.stated_by === null ? null : partyKey(claim.stated_by);
  const detour = chain.evidence.find((item) => {
    const cited = index.document(item.source_span.document_id);
    const roots = index.rootDocuments(item);
    return cited !== null && !roots.includes(cited) && roots.some((root) => documentOrigin(root) === claimant);
  });
  if (detour === undefined || claimant === null) return [];
  const title = index.document(detour.source_span.document_id)?.title ?? '';
  return [fault(chain, 'CIRCULARITY', null, `${title} rests on the words of ${claim.stated_by}, who makes the claim`)];
}

function orderFaults(chain: ResolvedChain, index: CaseIndex): readonly ChainFault[] {
  const byId = new Map(chain.links.map((link) => [link.link_id, link]));
  return chain.links.flatMap((link) => {
    const before = link.received_from === null ? null : (byId.get(link.received_from)?.at ?? null);
    const reason = whyImpossible(link, before, publishedOf(link, index));
    return reason === null ? [] : [fault(chain, 'CHRONO_IMPOSSIBLE', link, reason)];
  });
}

function publishedOf({ evidence_id: id }: ResolvedChain['links'][number], index: CaseIndex): string | null {
  const item = id === null ? null : index.evidence(id);
  return item === null ? null : (index.document(item.source_span.document_id)?.published ?? null);
}

function whyImpossible(
  { at, kind }: ResolvedChain['links'][number],
  before: string | null,
  published: string | null,
): string | null {
  if (at === null) return null;
  if (before !== null && at < before) return `It is of ${at}, before the ${before} of what it was received from`;
  if (published === null || at >= published || kind === 'ORIGIN') return null;
  return `It is of ${at}, before its document was published on ${published}`;
}
