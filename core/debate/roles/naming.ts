/**
 * How the texts of the roles name things: by their own words, with an id only where the words do not tell two apart.
 */
import type { Claim, EvidenceItem } from '../case/case-file.ts';
import type { CaseIndex } from '../case/case-index.ts';
import type { ResolvedChain } from '../sanad/chains.ts';
import { oncePerCase } from './once-per-case.ts';

/** At most 160 characters, on one line. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 159)}…`;
}

/** Words that more than one claim begins with. */
const sharedWords = oncePerCase(({ caseFile }) => {
  const groups = Map.groupBy(caseFile.claims, (claim) => shortened(claim.claim_text));
  return new Set([...groups].filter(([, claims]) => claims.length > 1).map(([words]) => words));
});

/** The words of a claim in quotes. */
export function claimName(claim: Claim, index: CaseIndex): string {
  const words = shortened(claim.claim_text);
  return sharedWords(index).has(words) ? `"${words}" (${claim.claim_id})` : `"${words}"`;
}

/** The first of these claims that the case has, and how many there are besides. */
export function claimNames(ids: readonly string[], index: CaseIndex): string {
  const [first, ...others] = [...new Set(ids)].map((id) => index.claim(id)).filter((claim) => claim !== null);
  if (first === undefined) return 'claims that the case does not have';
  const more = others.length === 0 ? '' : ` and ${others.length} more ${others.length === 1 ? 'claim' : 'claims'}`;
  return `${claimName(first, index)}${more}`;
}

/** `Annual report 2019, table 0, row 4, column 1`. */
export function placeOf({ source_span: span }: EvidenceItem, index: CaseIndex): string {
  const title = index.document(span.document_id)?.title ?? span.document_id;
  const parts = (['page', 'table', 'row', 'column', 'paragraph', 'sentence'] as const).flatMap((part) =>
    span[part] === undefined ? [] : [`${part} ${span[part]}`],
  );
  return [title, ...parts].join(', ');
}

/** A chain of a claim after the words `The chain of …`: by the name it was given, else by where it comes from. */
export function chainName(chain: ResolvedChain, chains: readonly ResolvedChain[], index: CaseIndex): string {
  const words = chainWords(chain, index);
  const isShared = chains.some((other) => other !== chain && chainWords(other, index) === words);
  return isShared ? `${words} (${chain.chain_id})` : words;
}

function chainWords({ chain_id: id, implied, links, evidence }: ResolvedChain, index: CaseIndex): string {
  if (!implied) return `named "${shortened(id)}"`;
  const [first] = evidence;
  if (links.some((link) => link.calc_id !== null) || first === undefined) return 'through its calculation';
  return `from ${placeOf(first, index)}`;
}

/** `link 2 of 3 (Reuters)`. */
export function linkName({ links }: Pick<ResolvedChain, 'links'>, linkId: string): string {
  const at = links.findIndex((link) => link.link_id === linkId);
  const transmitter = links[at]?.transmitter ?? null;
  return `link ${at + 1} of ${links.length}${transmitter === null ? '' : ` (${shortened(transmitter)})`}`;
}
