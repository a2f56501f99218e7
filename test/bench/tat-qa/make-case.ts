/**
 * Turns a report into a case: claims from cells and from the answers to its questions, evidence from cells and
 * sentences.
 */
import { createHash } from 'node:crypto';
import type {
  Calculation,
  CaseFile,
  Claim,
  EvidenceItem,
  SanadChain,
  ValueStructure,
} from '../../../core/debate/index.ts';
import { type CalculatedAnswer, calculatedAnswers } from './derivations.ts';
import type { Report } from './read-data.ts';
import { type TableCell, tableCells } from './table.ts';

/** Claims that are made from cells, besides those that answers need. */
const mostCellClaims = 40;
const scaleWords: Readonly<Record<number, string>> = { 3: 'thousand', 6: 'million', 9: 'billion' };

/** A case of one report; null when its table holds no number. */
export function makeCase(report: Report): CaseFile | null {
  const cells = tableCells(report);
  if (cells.length === 0) return null;
  const id = idsOf(report.table.uid);
  const documentId = id('document');
  const last = Math.max(...cells.flatMap(({ period }) => (period === null ? [] : [Number(period.slice(-4))])), 2000);
  const published = `${last + 1}-03-15`;
  const answers = calculatedAnswers(report, cells);
  const needed = new Set(answers.flatMap((answer) => answer.inputs.map((input) => input.cell)));
  const others = cells.filter((cell) => !needed.has(cell)).slice(0, mostCellClaims);
  const claimed = cells.filter((cell) => needed.has(cell) || others.includes(cell));
  const cellEvidence = new Map(cells.map((cell) => [cell, evidenceOf(cell, documentId, id)]));
  const cellClaims = claimed.map((cell) => {
    const evidenceId = cellEvidence.get(cell)?.evidence_id ?? null;
    return cellClaim(cell, id(`claim ${cell.row} ${cell.column}`), evidenceId, published);
  });
  const calculated = answers.map((answer, index) => {
    const calculation = calculationOf(answer, id(`calculation ${index}`), id);
    return { calculation, claim: answerClaim(answer, calculation, id(`answer ${index}`), published) };
  });
  return {
    mizan_case: 1,
    deal_id: id('deal'),
    tenant: 'local',
    title: `Annual report ${report.table.uid.slice(0, 8)}`,
    thesis: 'The figures of this report can be relied on',
    as_of: `${last + 1}-06-30`,
    documents: [
      {
        document_id: documentId,
        title: `Annual report ${last}`,
        kind: 'filing',
        source_grade: 'A',
        published,
        origin: 'the company',
        derived_from: [],
      },
    ],
    evidence: [...cellEvidence.values(), ...sentences(report, documentId, id)],
    claims: [...cellClaims, ...calculated.map(({ claim }) => claim)],
    calculations: calculated.map(({ calculation }) => calculation),
  };
}

type Ids = (name: string) => string;

/** The same name always gives the same id. */
export function idsOf(seed: string): Ids {
  return (name) => {
    const hex = createHash('sha256').update(`${seed}/${name}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

function claimBase(claimId: string) {
  return {
    claim_id: claimId,
    claim_class: 'FINANCIAL' as const,
    material: false,
    stated_by: 'management',
    stated_on: null,
    evidence_refs: [],
    calc_id: null,
  };
}

function cellClaim(cell: TableCell, claimId: string, evidenceId: string | null, at: string): Claim {
  return {
    ...claimBase(claimId),
    claim_text: sentenceOf(cell),
    value: cellValue(cell),
    evidence_refs: evidenceId === null ? [] : [evidenceId],
    sanad: [chainOf([{ kind: 'EXTRACTION', transmitter: 'table reader', evidence_id: evidenceId }], at)],
  };
}

function answerClaim(answer: CalculatedAnswer, calculation: Calculation, claimId: string, at: string): Claim {
  const { output, calc_id } = calculation;
  return {
    ...claimBase(claimId),
    claim_text: answerSentence(answer),
    value: output,
    material: true,
    calc_id,
    sanad: [chainOf([{ kind: 'CALCULATION', transmitter: 'calculator', calc_id }], at)],
  };
}

function chainOf(links: readonly Partial<SanadChain['links'][number]>[], at: string): SanadChain {
  const none = { evidence_id: null, calc_id: null, at };
  const origin = {
    ...none,
    link_id: 'origin',
    kind: 'ORIGIN' as const,
    transmitter: 'the company',
    received_from: null,
  };
  const rest = links.map((link, index) => ({
    ...none,
    kind: 'EXTRACTION' as const,
    transmitter: null,
    ...link,
    link_id: `link-${index + 1}`,
    received_from: index === 0 ? 'origin' : `link-${index}`,
  }));
  return { chain_id: 'chain-1', links: [origin, ...rest] };
}

/** What a cell of the table says, in the words of a claim's value. At most 400 characters per name. */
export function cellValue({ amount, scale, unit, label, period, section }: TableCell): ValueStructure {
  return { amount, scale, unit, metric: label.slice(0, 400), period, scope: section?.slice(0, 400) ?? null };
}

function evidenceOf(cell: TableCell, documentId: string, id: Ids): EvidenceItem {
  const { row, column, label, section, header, printed } = cell;
  const words = [section, label, header].filter((part) => part !== null && part !== '');
  return {
    evidence_id: id(`cell ${row} ${column}`),
    source_span: { document_id: documentId, table: 0, row, column },
    text: `${words.join(' | ')}: ${printed}`,
    value: cellValue(cell),
  };
}

function sentenceOf({ label, section, printed, scale, period, unit }: TableCell): string {
  const of = section === null ? '' : ` (${section})`;
  const size = scaleWords[scale] === undefined || unit === 'percent' ? '' : ` ${scaleWords[scale]}`;
  return `${label}${of} came to ${printed}${size}${period === null ? '' : ` for ${period}`}.`;
}

function answerSentence({ question, output }: CalculatedAnswer): string {
  const size = scaleWords[output.scale] === undefined ? '' : ` ${scaleWords[output.scale]}`;
  return `${question}: ${output.amount}${size}${output.unit === 'percent' ? ' percent' : ''}.`;
}

function calculationOf(answer: CalculatedAnswer, calcId: string, id: Ids): Calculation {
  return {
    calc_id: calcId,
    calc_type: 'DERIVATION',
    formula: answer.formula,
    inputs: answer.inputs.map(({ name, cell }) => ({ name, claim_id: id(`claim ${cell.row} ${cell.column}`) })),
    output: answer.output,
    code_version: '1.0.0',
  };
}

/** Every sentence with a number, as evidence whose value nobody has read. */
function sentences(report: Report, documentId: string, id: Ids): readonly EvidenceItem[] {
  return report.paragraphs.flatMap(({ text }, paragraph) =>
    text
      .split(/(?<=[.;])\s+(?=[A-Z(])/u)
      .map((sentence, index) => ({ sentence: sentence.trim(), index }))
      .filter(({ sentence }) => /\d/u.test(sentence) && sentence.length <= 5_000)
      .map(({ sentence, index }) => ({
        evidence_id: id(`sentence ${paragraph} ${index}`),
        source_span: { document_id: documentId, paragraph, sentence: index },
        text: sentence,
        value: null,
      })),
  );
}
