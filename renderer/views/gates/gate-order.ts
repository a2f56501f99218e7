/** How the queue of gates is ordered and grouped. Pure. */
import type { GateRow } from '../../../core/api/index.ts';
import { groupedRows, type Heading } from '../../components/grouped-rows.ts';
import type { Route } from '../../routes.ts';

export type GateGroup = 'state' | 'action' | 'agent' | 'none';
export type GateSort = 'newest' | 'oldest' | 'expiry';

export type GateItem = Heading | { readonly kind: 'gate'; readonly key: string; readonly row: GateRow };

/** The queue as a flat list of headings and gates. Gates that wait come first in every grouping. */
export function orderGates(rows: readonly GateRow[], group: GateGroup, sort: GateSort): readonly GateItem[] {
  const sorted = [...rows].sort(
    (a, b) => waitingFirst(a, b) || compareBy(sort, a, b) || compareText(a.gateId, b.gateId),
  );
  return groupedRows(sorted, group === 'none' ? null : (row) => groupTitle(group, row), gateItem);
}

/** The gate to look at after one was decided: the next that waits, in the order of the queue, from the top again. */
export function nextWaiting(items: readonly GateItem[], decided: string): string | null {
  const gates = items.flatMap((item) => (item.kind === 'gate' ? [item.row] : []));
  const place = gates.findIndex((row) => row.gateId === decided);
  const ahead = [...gates.slice(place + 1), ...gates.slice(0, Math.max(0, place))];
  return ahead.find((row) => row.state === 'pending' && row.gateId !== decided)?.gateId ?? null;
}

/** Whether the person still looks at this gate: who went elsewhere while a decision was signed is not called back. */
export function isAtGate(route: Route, gateId: string): boolean {
  return route.view === 'gates' && route.id === gateId;
}

function gateItem(row: GateRow): GateItem {
  return { kind: 'gate', key: row.gateId, row };
}

function groupTitle(group: Exclude<GateGroup, 'none'>, row: GateRow): string {
  switch (group) {
    case 'state':
      return row.state === 'pending'
        ? 'Waiting for a person'
        : `${row.state[0]?.toUpperCase() ?? ''}${row.state.slice(1)}`;
    case 'action':
      return row.action;
    case 'agent':
      return row.agentId ?? 'No agent';
  }
}

function waitingFirst(a: GateRow, b: GateRow): number {
  return Number(b.state === 'pending') - Number(a.state === 'pending');
}

function compareBy(sort: GateSort, a: GateRow, b: GateRow): number {
  switch (sort) {
    case 'newest':
      return compareText(b.requestedAt, a.requestedAt);
    case 'oldest':
      return compareText(a.requestedAt, b.requestedAt);
    case 'expiry':
      // Gates without an expiry come after all that have one.
      return compareText(a.expiresAt ?? '~', b.expiresAt ?? '~');
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
