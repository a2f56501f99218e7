/** How the queue of debates is ordered and grouped. Pure. */
import type { DebateRow } from '../../../core/api/index.ts';
import { groupedRows, type Heading } from '../../components/grouped-rows.ts';
import { debateWord, thinkerNames } from '../../text/debate-words.ts';

export type DebateGroup = 'state' | 'agents' | 'none';
export type DebateSort = 'newest' | 'oldest' | 'dissent' | 'rejected';

export type DebateItem = Heading | { readonly kind: 'debate'; readonly key: string; readonly row: DebateRow };

/** The queue as a flat list of headings and debates. Debates that wait for a person come first in every grouping. */
export function orderDebates(rows: readonly DebateRow[], group: DebateGroup, sort: DebateSort): readonly DebateItem[] {
  const sorted = [...rows].sort(
    (a, b) =>
      Number(b.status === 'parked') - Number(a.status === 'parked') ||
      compareBy(sort, a, b) ||
      compareText(a.debateId, b.debateId),
  );
  const item = (row: DebateRow): DebateItem => ({ kind: 'debate', key: row.debateId, row });
  return groupedRows(sorted, group === 'none' ? null : (row) => groupTitle(group, row), item);
}

function groupTitle(group: Exclude<DebateGroup, 'none'>, row: DebateRow): string {
  const words = group === 'state' ? debateWord(row) : thinkerNames[row.agents];
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}

function compareBy(sort: DebateSort, a: DebateRow, b: DebateRow): number {
  switch (sort) {
    case 'newest':
      return compareText(b.startedAt, a.startedAt);
    case 'oldest':
      return compareText(a.startedAt, b.startedAt);
    case 'dissent':
      return b.dissent - a.dissent;
    case 'rejected':
      return b.rejected - a.rejected;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
