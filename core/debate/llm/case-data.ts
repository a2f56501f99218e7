import type { Json, JsonObject } from '../../canonical/index.ts';
import { estimateTokens, truncateOutput } from '../../kernel/index.ts';
import type { Calculation, Claim, EvidenceItem } from '../case/case-file.ts';
import type { ClaimRegistry } from '../claim-registry.ts';
import type { DebateMessage } from '../debate-state.ts';
import type { TurnRequest } from '../role-player.ts';
import { dataBlock, dataLine } from './data-block.ts';

const longestText = 600;

/**
 * What a role is shown of case and debate, in at most about `tokens` tokens. What does not fit is left out and counted,
 * the least needed first; the tools give the rest.
 */
export function caseData(request: TurnRequest, tokens: number): string {
  const { registry, state, decisions } = request;
  const { caseFile } = registry;
  const claims = inOrderOfNeed(request).map((one) => claimLine(one, registry));
  const shownClaims = within(claims, tokens * 0.35);
  const ids = new Set(shownClaims.map(({ claim_id: id }) => id));
  const cited = caseFile.claims.filter((one) => ids.has(one.claim_id));
  const evidence = itemsOf(cited, registry).map((item) => evidenceLine(item, registry));
  const calculations = calculationsOf(cited, registry).map((one) => calculationLine(one, registry));
  // The newest messages matter most, and are read in the order in which they were said.
  const said = within(state.messages.toReversed().map(messageLine), tokens * 0.25).reverse();
  const questions = state.open_questions.map(shortened);
  const blocks = [
    dataBlock('case', [
      {
        title: caseFile.title,
        thesis: shortened(caseFile.thesis ?? ''),
        as_of: caseFile.as_of,
        deal_id: caseFile.deal_id,
      },
    ]),
    section('claims', claims, shownClaims),
    section('calculations', calculations, within(calculations, tokens * 0.1)),
    section('evidence', evidence, within(evidence, tokens * 0.2)),
    section('debate so far', state.messages, said),
    section('open questions', questions, within(questions, tokens * 0.05)),
    section('decisions of people', decisions, within(decisions, tokens * 0.05)),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function section(name: string, all: readonly unknown[], shown: readonly Json[]): string {
  if (all.length === 0) return '';
  const leftOut = all.length - shown.length;
  const block = dataBlock(name, shown);
  return leftOut === 0
    ? block
    : `${block}\n(${leftOut} more are left out for lack of room; use the tools to look them up.)`;
}

/** Claims that this debate speaks of, then material ones, then the others. */
function inOrderOfNeed({ registry, state }: TurnRequest): readonly Claim[] {
  const spokenOf = new Set(state.messages.flatMap(({ output }) => output.claim_refs.map((id) => id.toLowerCase())));
  const need = ({ claim_id: id, material }: Claim): number => (spokenOf.has(id.toLowerCase()) ? 0 : material ? 1 : 2);
  return registry.caseFile.claims.toSorted((left, right) => need(left) - need(right));
}

function claimLine(claim: Claim, registry: ClaimRegistry) {
  const standing = registry.standing(claim.claim_id);
  const open = standing?.defects.filter(({ status }) => status === 'OPEN') ?? [];
  return {
    claim_id: claim.claim_id,
    text: shortened(claim.claim_text),
    value: claim.value,
    material: claim.material,
    stated_by: claim.stated_by,
    grade: standing?.claim_grade ?? null,
    verdict: standing?.claim_verdict ?? null,
    chains: standing?.corroboration_status ?? null,
    open_defects: open.map(({ defect_type: type }) => type),
    evidence_refs: claim.evidence_refs,
    calc_id: claim.calc_id,
  };
}

function itemsOf(claims: readonly Claim[], registry: ClaimRegistry): readonly EvidenceItem[] {
  const ids = new Set(claims.flatMap((claim) => claim.evidence_refs));
  return [...ids].map((id) => registry.evidence(id)).filter((item) => item !== null);
}

function evidenceLine(item: EvidenceItem, registry: ClaimRegistry): JsonObject {
  return {
    evidence_id: item.evidence_id,
    document: registry.document(item.source_span.document_id)?.title ?? null,
    grade: registry.sourceGrade(item),
    text: shortened(item.text),
    value: item.value,
  };
}

function calculationsOf(claims: readonly Claim[], registry: ClaimRegistry): readonly Calculation[] {
  const ids = new Set(claims.flatMap((claim) => claim.calc_id ?? []));
  return [...ids].map((id) => registry.calculation(id)).filter((one) => one !== null);
}

function calculationLine(calculation: Calculation, registry: ClaimRegistry): JsonObject {
  const { calc_id, calc_type, formula, inputs, output } = calculation;
  return {
    calc_id,
    calc_type,
    formula,
    inputs,
    output,
    computed_again: JSON.stringify(registry.computed(calculation)),
  };
}

function messageLine({ turn, output }: DebateMessage): JsonObject {
  const { role, round_number: round, content, structured_content: structured, claim_refs: claims } = output;
  return {
    round,
    turn,
    role,
    content: truncateOutput(content, 4 * longestText),
    structured_content: structured as JsonObject,
    claim_refs: claims,
    confidence: output.muhasabah_record.confidence,
  };
}

function shortened(text: string): string {
  return truncateOutput(text, longestText);
}

/** The first lines that fit into `tokens`. */
function within<T extends Json>(lines: readonly T[], tokens: number): T[] {
  const kept: T[] = [];
  let left = tokens;
  for (const line of lines) {
    left -= estimateTokens(dataLine(line));
    if (left < 0) break;
    kept.push(line);
  }
  return kept;
}
