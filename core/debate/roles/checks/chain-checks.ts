import type { Claim, SanadChain, TransmissionLink } from '../../case/case-file.ts';
import type { ClaimRegistry } from '../../claim-registry.ts';
import { type DefectType, usualCure } from '../../defect.ts';
import { citedBy } from '../cited-by.ts';
import { chainName, claimName, linkName, shortened } from '../naming.ts';
import { overlap } from '../reading/words.ts';
import { computed, type Finding } from './finding.ts';
import { sameMetric } from './value-checks.ts';

interface Flaw {
  readonly type: DefectType;
  readonly chainId: string;
  readonly sentence: string;
}

/**
 * Checks every chain of transmission of a claim, link by link. A claim that rests on no evidence at all has none to
 * show.
 */
export function checkChains(claim: Claim, registry: ClaimRegistry): readonly Finding[] {
  const chains = registry.standing(claim.claim_id)?.chains ?? [];
  const faults = registry.chainFaults(claim).map(({ defect_type: type, chain_id: chainId, link_id: link, reason }) => {
    const chain = chains.find((one) => one.chain_id === chainId);
    const isWhole = link === null || chain === undefined;
    return { type, chainId, sentence: isWhole ? reason : `at ${linkName(chain, link)}: ${reason}` };
  });
  const flaws: readonly Flaw[] = [...faults, ...claim.sanad.flatMap((chain) => flawsOf(claim, chain, registry))];
  const found: Finding[] = [];
  for (const { type, chainId, sentence } of flaws) {
    const evidenceIds = shownBy(claim, chainId, registry);
    // One defect of a kind is enough for a claim: the first link at which it shows.
    if (evidenceIds.length === 0 || found.some((known) => known.type === type)) continue;
    const chain = chains.find((one) => one.chain_id === chainId);
    const which = chain === undefined ? '' : ` ${chainName(chain, chains, registry)}`;
    const description = `The chain of ${claimName(claim, registry)}${which} is not sound: ${sentence}.`;
    found.push({
      claimId: claim.claim_id,
      type,
      evidenceIds,
      description,
      cure: usualCure[type],
      certainty: computed,
    });
  }
  return found;
}

/** What shows a flaw of a chain: its own evidence, else that of the claim, else that of what it is computed from. */
function shownBy(claim: Claim, chainId: string, registry: ClaimRegistry): readonly string[] {
  const chain = registry.standing(claim.claim_id)?.chains.find((one) => one.chain_id === chainId);
  const own = chain === undefined ? [] : chain.evidence.map((item) => item.evidence_id);
  const cited = own.length > 0 ? own : citedBy(claim, registry).map((item) => item.evidence_id);
  return [...new Set(cited.length > 0 ? cited : inputEvidence(claim, registry))];
}

function flawsOf(claim: Claim, chain: SanadChain, registry: ClaimRegistry): readonly Flaw[] {
  const { chain_id: chainId } = chain;
  return [
    ...leftOutResult(claim, chain),
    ...handovers(chain).flatMap(([before, link]) => checkHandover(before, link, registry)),
    ...checkGrafting(claim, chain, registry),
    ...checkSources(chain, registry),
  ].map((flaw) => ({ ...flaw, chainId }));
}

type Sentence = Pick<Flaw, 'type' | 'sentence'>;

function leftOutResult(claim: Claim, { links }: SanadChain): readonly Sentence[] {
  if (claim.calc_id === null || links.some((link) => link.kind === 'CALCULATION')) return [];
  return [{ type: 'MISSING_LINK', sentence: 'the claim states a result, but no link of the chain computes it' }];
}

function handovers({ links }: SanadChain): readonly (readonly [TransmissionLink, TransmissionLink])[] {
  const byId = new Map(links.map((link) => [link.link_id, link]));
  return links.flatMap((link) => {
    const before = link.received_from === null ? undefined : byId.get(link.received_from);
    return before === undefined ? [] : [[before, link] as const];
  });
}

/** When a document quotes another one, its own list of sources must name that one. */
function checkHandover(before: TransmissionLink, link: TransmissionLink, registry: ClaimRegistry): readonly Sentence[] {
  const [source, document] = [documentOf(before, registry), documentOf(link, registry)];
  if (source === null || document === null || source === document) return [];
  if (document.derived_from.length === 0 || document.derived_from.includes(source.document_id)) return [];
  const hidden = document.derived_from.find((id) => registry.document(id)?.derived_from.includes(source.document_id));
  const from = `"${shortened(document.title)}" is said to come directly from "${shortened(source.title)}"`;
  if (hidden === undefined) return [{ type: 'MISSING_LINK', sentence: `${from}, which is not among its sources` }];
  const between = shortened(registry.document(hidden)?.title ?? hidden);
  return [{ type: 'CONCEALMENT', sentence: `${from}; that it went through "${between}" is left out` }];
}

function documentOf(link: TransmissionLink, registry: ClaimRegistry) {
  const item = link.evidence_id === null ? null : registry.evidence(link.evidence_id);
  return item === null ? null : registry.document(item.source_span.document_id);
}

/** A chain that leads to other evidence than the claim rests on belongs to another claim. */
function checkGrafting(claim: Claim, chain: SanadChain, registry: ClaimRegistry): readonly Sentence[] {
  const own = new Set([...claim.evidence_refs, ...inputEvidence(claim, registry)]);
  const metric = claim.value?.metric ?? null;
  return chain.links.flatMap((link): readonly Sentence[] => {
    if (link.calc_id !== null && link.calc_id !== claim.calc_id) {
      return [grafted(chain, link, 'passes on a calculation that the claim does not state')];
    }
    if (link.evidence_id === null || own.has(link.evidence_id)) return [];
    const value = registry.evidence(link.evidence_id)?.value ?? null;
    // A link further up may rest on an older document, as long as it is about the same thing.
    if (metric !== null && value !== null && overlap(metric, value.metric) >= sameMetric) return [];
    const about = value === null ? 'evidence' : `evidence about "${value.metric}"`;
    return [grafted(chain, link, `passes on ${about} that the claim does not cite`)];
  });
}

function grafted(chain: SanadChain, link: TransmissionLink, what: string): Sentence {
  return { type: 'CHAIN_GRAFTING', sentence: `${linkName(chain, link.link_id)} ${what}` };
}

function inputEvidence(claim: Claim, registry: ClaimRegistry): readonly string[] {
  const calculation = claim.calc_id === null ? null : registry.calculation(claim.calc_id);
  return calculation?.inputs.flatMap((input) => registry.claim(input.claim_id)?.evidence_refs ?? []) ?? [];
}

/** No document takes from one that was published later. */
function checkSources(chain: SanadChain, registry: ClaimRegistry): readonly Sentence[] {
  const documents = new Set(chain.links.map((link) => documentOf(link, registry)).filter((found) => found !== null));
  return [...documents].flatMap((document) =>
    document.derived_from.flatMap((id): readonly Sentence[] => {
      const source = registry.document(id);
      if (source?.published == null || document.published === null || document.published >= source.published) return [];
      const sentence =
        `"${shortened(document.title)}" of ${document.published} ` +
        `takes from "${shortened(source.title)}" of ${source.published}`;
      return [{ type: 'CHRONO_IMPOSSIBLE', sentence }];
    }),
  );
}
