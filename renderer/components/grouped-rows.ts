export interface Heading {
  readonly kind: 'heading';
  readonly key: string;
  readonly title: string;
  readonly count: number;
}

/** Rows under headings, in the order in which the titles first appear; a flat list without titles. Pure. */
export function groupedRows<Row, Item>(
  rows: readonly Row[],
  titleOf: ((row: Row) => string) | null,
  itemOf: (row: Row) => Item,
): readonly (Heading | Item)[] {
  if (titleOf === null) return rows.map(itemOf);
  const groups = Map.groupBy(rows, titleOf);
  return [...groups].flatMap(([title, members]): readonly (Heading | Item)[] => [
    { kind: 'heading', key: `heading ${title}`, title, count: members.length },
    ...members.map(itemOf),
  ]);
}
