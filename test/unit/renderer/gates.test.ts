import { expect, test } from 'vitest';
import type { GateRow, GateState } from '../../../core/api/index.ts';
import { parseRoute } from '../../../renderer/routes.ts';
import { isAtGate, nextWaiting, orderGates } from '../../../renderer/views/gates/gate-order.ts';
import { isWithinReach } from '../../../renderer/views/gates/key-guard.ts';
import { isOnScreen } from '../../../renderer/views/gates/use-seen.ts';

const gate = (gateId: string, state: GateState, requestedAt: string, expiresAt: string | null = null): GateRow => ({
  gateId,
  state,
  sign: 'pending',
  title: gateId,
  action: 'contract.land',
  requester: 'a',
  taskId: null,
  agentId: null,
  requiredRole: 'ANALYST',
  requestedAt,
  expiresAt,
  decidedBy: null,
  decidedAt: null,
});

const rows = [
  gate('old', 'pending', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
  gate('done', 'approved', '2026-01-03T00:00:00Z'),
  gate('new', 'pending', '2026-01-02T00:00:00Z'),
];

const idsOf = (items: ReturnType<typeof orderGates>) =>
  items.map((item) => (item.kind === 'gate' ? item.row.gateId : `[${item.title} ${item.count}]`));

test('gates that wait come first, in every grouping and order', () => {
  expect(idsOf(orderGates(rows, 'none', 'newest'))).toEqual(['new', 'old', 'done']);
  expect(idsOf(orderGates(rows, 'none', 'oldest'))).toEqual(['old', 'new', 'done']);
  expect(idsOf(orderGates(rows, 'none', 'expiry'))).toEqual(['old', 'new', 'done']);
  expect(idsOf(orderGates(rows, 'state', 'newest'))).toEqual([
    '[Waiting for a person 2]',
    'new',
    'old',
    '[Approved 1]',
    'done',
  ]);
  expect(idsOf(orderGates(rows, 'agent', 'newest'))[0]).toBe('[No agent 3]');
});

test('after a decision the next gate that waits is shown, from the top again at the end', () => {
  const items = orderGates(rows, 'state', 'newest');
  expect(nextWaiting(items, 'new')).toBe('old');
  expect(nextWaiting(items, 'old')).toBe('new');
  expect(nextWaiting(orderGates([gate('only', 'pending', '')], 'none', 'newest'), 'only')).toBeNull();
});

test('who went elsewhere while a decision was signed stays there', () => {
  expect(isAtGate(parseRoute('#/gates/one'), 'one')).toBe(true);
  expect(isAtGate(parseRoute('#/gates/two'), 'one')).toBe(false);
  expect(isAtGate(parseRoute('#/work/one'), 'one')).toBe(false);
});

test('no key reaches a gate in the first 350 ms after it was shown or announced', () => {
  expect(isWithinReach(1000, 800, null)).toBe(false);
  expect(isWithinReach(1000, 650, null)).toBe(true);
  expect(isWithinReach(1000, 0, 651)).toBe(false);
  expect(isWithinReach(1000, 0, 650)).toBe(true);
});

test('a section counts as on screen when most of it is, or when it fills the pane', () => {
  expect(isOnScreen(60, 100, 1000)).toBe(true);
  expect(isOnScreen(59, 100, 1000)).toBe(false);
  expect(isOnScreen(600, 5000, 1000)).toBe(true);
  expect(isOnScreen(0, 0, 1000)).toBe(false);
});
