/** The cells of a report's table, each with what its row and column say about it. */
import type { Report } from './read-data.ts';

export interface TableCell {
  readonly row: number;
  readonly column: number;
  /** As printed: `$(4,000)`. */
  readonly printed: string;
  readonly amount: number;
  readonly label: string;
  /** The heading above the rows to which this one belongs. */
  readonly section: string | null;
  readonly header: string;
  /** `2019`, `2018/2019`, or null when the column names no year. */
  readonly period: string | null;
  readonly unit: string;
  /** Power of ten. */
  readonly scale: number;
}

const scales: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9 };

/** Every cell that holds one number. */
export function tableCells(report: Report): readonly TableCell[] {
  const rows = report.table.table.map((row) => row.map((cell) => cell.replaceAll(/\s+/gu, ' ').trim()));
  const first = rows.findIndex((row) => row[0] !== '' && row.slice(1).some((cell) => isPlainNumber(cell)));
  if (first < 0) return [];
  const headers = headersOf(rows.slice(0, first));
  const tableScale = scaleOf(report, rows);
  const tableCurrency = currencyIn(rows.flat().join(' '));
  const cells: TableCell[] = [];
  let section: string | null = null;
  for (const [row, line] of rows.entries()) {
    if (row < first) continue;
    const label = (line[0] ?? '').replace(/[:.\s]+$/u, '');
    if (label !== '' && line.slice(1).every((cell) => cell === '')) section = label;
    for (const [column, printed] of line.entries()) {
      const amount = column === 0 ? null : amountOf(printed);
      if (amount === null || label === '') continue;
      const header = headers[column] ?? '';
      const quantity = quantityOf({ printed, header, label });
      cells.push({
        row,
        column,
        printed,
        amount,
        label,
        section,
        header,
        period: periodOf(header),
        unit: quantity.unit ?? tableCurrency ?? 'units',
        scale: quantity.isScaled ? tableScale : 0,
      });
    }
  }
  return cells;
}

/** What a cell, its column and its row say that it counts. Null as unit: what the whole table counts. */
function quantityOf({ printed, header, label }: Pick<TableCell, 'printed' | 'header' | 'label'>): {
  readonly unit: string | null;
  readonly isScaled: boolean;
} {
  const own = currencyIn(printed);
  const isShare = printed.includes('%') || /%|percent/iu.test(header) || /%|percent|\brate\b/iu.test(label);
  if (own === null && isShare) return { unit: 'percent', isScaled: false };
  const isSingle = /per share|ratio|\bdays\b|per cent|\bnumber of\b/iu.test(label);
  return { unit: own ?? currencyIn(header), isScaled: !isSingle };
}

/** A number that is not a year. */
function isPlainNumber(cell: string): boolean {
  return amountOf(cell) !== null && !/^(?:19|20)\d\d$/u.test(cell);
}

/** The number of a cell that holds nothing else but signs; null for words, dashes and several numbers. */
function amountOf(cell: string): number | null {
  const bare = cell.replaceAll(/[$€£¥%\s,]|US|RMB/gu, '');
  const match = /^(?<open>\()?(?<minus>[-−–])?(?<digits>\d+(?:\.\d+)?|\.\d+)\)?$/u.exec(bare);
  if (match?.groups === undefined) return null;
  const size = Number(match.groups.digits);
  return match.groups.open === undefined && match.groups.minus === undefined ? size : -size;
}

/** The words above each column; a heading that spans columns stands over the empty ones to its right. */
function headersOf(rows: readonly (readonly string[])[]): readonly string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) =>
    rows
      .map((row, index) => {
        const own = row[column] ?? '';
        if (own !== '' || index === rows.length - 1) return own;
        return row.slice(1, column).findLast((cell) => cell !== '') ?? '';
      })
      .filter((part) => part !== '')
      .join(' '),
  );
}

function periodOf(header: string): string | null {
  const years = [...new Set(header.match(/\b(?:19|20)\d\d\b/gu) ?? [])].toSorted();
  return years.length === 0 || years.length > 2 ? null : years.join('/');
}

function currencyIn(text: string): string | null {
  if (/€|\beuros?\b/iu.test(text)) return 'EUR';
  if (/£/u.test(text)) return 'GBP';
  if (/RMB/u.test(text)) return 'CNY';
  return /\$|dollars/iu.test(text) ? 'USD' : null;
}

/** What the table says of its scale, else the paragraphs, else the questions that people asked about it. */
function scaleOf(report: Report, rows: readonly (readonly string[])[]): number {
  const said = captionScale(rows.flat().join(' ')) ?? captionScale(report.paragraphs.map(({ text }) => text).join(' '));
  if (said !== null) return said;
  const asked = report.questions.filter(({ answer_from: from }) => from.startsWith('table'));
  const counts = Map.groupBy(asked, ({ scale }) => scale);
  const [most] = [...counts]
    .filter(([scale]) => scale in scales)
    .toSorted((one, other) => other[1].length - one[1].length);
  return most === undefined ? 0 : (scales[most[0]] ?? 0);
}

function captionScale(text: string): number | null {
  const word = /\bin (?<word>thousand|million|billion)s?\b/iu.exec(text)?.groups?.word?.toLowerCase();
  if (word !== undefined) return scales[word] ?? null;
  if (/['’]000/u.test(text)) return 3;
  return /[$€£]\s?m\b/iu.test(text) ? 6 : null;
}
