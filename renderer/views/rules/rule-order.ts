/** Which rules the list shows, and in which order. Pure. */
import type { RuleRow } from '../../../core/api/index.ts';

export type RuleSort = 'dimension' | 'found' | 'falseAlarms';

/** The rules that hold the text, in the host's order (by dimension) or with the highest count first. */
export function filterRules(rows: readonly RuleRow[], text: string, sort: RuleSort): readonly RuleRow[] {
  const wanted = text.trim().toLowerCase();
  const kept = rows.filter(({ rule, title }) => `${rule} ${title}`.toLowerCase().includes(wanted));
  return sort === 'dimension' ? kept : kept.toSorted((a, b) => b[sort] - a[sort]);
}
