import { printable } from './printable.ts';

export interface Column<T> {
  readonly title: string;
  readonly align: 'left' | 'right';
  value(row: T): string;
}

/** Rows as a table of plain text with two spaces between columns; text from agents is made safe for the terminal. */
export function textTable<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => printable(column.value(row)).replaceAll('\n', ' '))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
