import type { EvidenceItem } from '../../case/case-file.ts';
import type { CaseIndex } from '../../case/case-index.ts';
import { usualCure } from '../../defect.ts';
import { citedBy } from '../cited-by.ts';
import { claimName, shortened } from '../naming.ts';
import { lastPlace } from './compare-values.ts';
import { type Finding, inferred } from './finding.ts';

/** A cell of a table that holds a number. */
interface Cell {
  readonly item: EvidenceItem;
  readonly row: number;
  readonly column: number;
  readonly amount: number;
  readonly unit: string;
  readonly precision: number;
}

/**
 * Finds totals that are not the sum of the rows above them. Which rows a total sums is learned from the other columns
 * of its table: only where at least one other column sums exactly, and this one does not, is something wrong.
 */
export function wrongTotals(index: CaseIndex): readonly Finding[] {
  const cells = index.caseFile.evidence.flatMap((item) => cellOf(item) ?? []);
  const tables = Map.groupBy(cells, ({ item: { source_span: at } }) => `${at.document_id}/${at.table}`);
  const wrong = [...tables.values()].flatMap(wrongCells);
  if (wrong.length === 0) return [];
  return index.caseFile.claims.flatMap((claim) => {
    const cited = new Set(citedBy(claim, index).map((item) => item.evidence_id));
    return wrong
      .filter(({ total }) => claim.calc_id === null && cited.has(total.evidence_id))
      .slice(0, 1)
      .map(({ total, parts, sentence }) => ({
        claimId: claim.claim_id,
        type: 'INCONSISTENCY' as const,
        evidenceIds: [total, ...parts].map((item) => item.evidence_id),
        description: `${claimName(claim, index)} is not the sum of its parts: ${sentence}.`,
        cure: usualCure.INCONSISTENCY,
        certainty: inferred,
      }));
  });
}

function cellOf(item: EvidenceItem): Cell | null {
  const { table, row, column } = item.source_span;
  if (table === undefined || row === undefined || column === undefined || item.value === null) return null;
  const { amount, unit } = item.value;
  return { item, row, column, amount, unit, precision: lastPlace(amount) };
}

interface WrongTotal {
  readonly total: EvidenceItem;
  readonly parts: readonly EvidenceItem[];
  readonly sentence: string;
}

function wrongCells(table: readonly Cell[]): readonly WrongTotal[] {
  const columns = [...Map.groupBy(table, (cell) => cell.column).values()];
  const totalRows = new Set(table.filter(({ item }) => isTotal(item)).map((cell) => cell.row));
  const rows = [...new Set(table.map((cell) => cell.row))].toSorted((one, other) => other - one);
  return [...totalRows].flatMap((row) =>
    wrongAt(
      row,
      rows.filter((above) => above < row),
      columns,
    ),
  );
}

function isTotal({ value }: EvidenceItem): boolean {
  return /^(?:sub)?total\b/iu.test(value?.metric ?? '');
}

/**
 * `rowsAbove` are those that hold numbers, the nearest first. Parts of a percentage do not add up like parts of a sum.
 */
function wrongAt(
  row: number,
  rowsAbove: readonly number[],
  columns: readonly (readonly Cell[])[],
): readonly WrongTotal[] {
  const parts = columns.flatMap((column) => {
    const total = column.find((cell) => cell.row === row);
    if (total === undefined || total.unit === 'percent') return [];
    return [{ total, above: aboveOf(total, column, rowsAbove) }];
  });
  const [pattern] = parts
    .map(({ total, above }) => sumPattern(total, above) ?? [])
    .toSorted((one, other) => other.length - one.length);
  if (pattern === undefined || pattern.length === 0) return [];
  return parts.flatMap(({ total, above }) => {
    if (sumPattern(total, above) !== null) return [];
    const summed = above.filter((cell) => pattern.includes(cell.row));
    if (summed.length !== pattern.length) return [];
    const sum = summed.reduce((so, cell) => so + cell.amount, 0);
    const slack = (Math.max(...summed.map((cell) => cell.precision), total.precision) * (summed.length + 1)) / 2;
    if (Math.abs(sum - total.amount) <= slack) return [];
    const sentence =
      `${total.amount} is stated for "${shortened(total.item.value?.metric ?? '')}", ` +
      `the ${summed.length} rows above it give ${rounded(sum)}`;
    return [{ total: total.item, parts: summed.map((cell) => cell.item), sentence }];
  });
}

/** The cells above a total in its column, the nearest first, up to the first row that has none of its unit there. */
function aboveOf(total: Cell, column: readonly Cell[], rowsAbove: readonly number[]): readonly Cell[] {
  const above: Cell[] = [];
  for (const row of rowsAbove) {
    const cell = column.find((one) => one.row === row && one.unit === total.unit);
    if (cell === undefined) break;
    above.push(cell);
  }
  return above;
}

/** The rows right above a total that sum to it, two at least; null when no number of them does. */
function sumPattern(total: Cell, above: readonly Cell[]): readonly number[] | null {
  let sum = 0;
  for (const [index, cell] of above.entries()) {
    sum += cell.amount;
    const slack = (Math.max(cell.precision, total.precision) * (index + 2)) / 2;
    if (index >= 1 && Math.abs(sum - total.amount) <= slack) return above.slice(0, index + 1).map(({ row }) => row);
  }
  return null;
}

function rounded(sum: number): number {
  return Math.round(sum * 1e6) / 1e6;
}
