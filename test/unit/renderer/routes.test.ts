import { expect, test } from 'vitest';
import { formatRoute, isHome, isUnchosen, parseRoute, subjectRoute, workRoute } from '../../../renderer/routes.ts';

test('a route that was written is read back, whatever the id holds', () => {
  for (const id of ['astropy__astropy-14365', 'a/b c?d#e', '100%', 'مهمة', '..']) {
    const hash = formatRoute('work', id, { agent: 'x/y z' });
    expect(parseRoute(hash)).toEqual({ view: 'work', id, parameters: { agent: 'x/y z' } });
  }
});

test('a piece of work is named with its agent, where that is known', () => {
  expect(workRoute('t/1', 'a b')).toBe('#/work/t%2F1?agent=a+b');
  expect(workRoute('t', null)).toBe('#/work/t');
});

test('an unknown view leads to the gates, and a broken escape stays as it is', () => {
  expect(parseRoute('#/nowhere/x').view).toBe('gates');
  expect(parseRoute('#/work/%zz')).toEqual({ view: 'work', id: '%zz', parameters: {} });
  expect(parseRoute('').id).toBeNull();
});

test('only a hash without a place is home', () => {
  expect(['', '#', '#/', '#/work', '#/gates/x'].map(isHome)).toEqual([true, true, true, false, false]);
});

test('subjects of events lead to what they are about', () => {
  expect(subjectRoute('task:a/b')).toBe('#/work/a%2Fb');
  expect(subjectRoute('gate:g1')).toBe('#/gates/g1');
  expect(subjectRoute('agent:x:y')).toBe('#/agents/x%3Ay');
  expect(subjectRoute('agent_run:r1')).toBe('#/runs/r1');
  expect(subjectRoute('ledger')).toBeNull();
  expect(subjectRoute('reviewer:amina')).toBeNull();
});

test('a view shows its first row only to a person who is there and has chosen none', () => {
  expect(isUnchosen(parseRoute('#/gates'), 'gates')).toBe(true);
  expect(isUnchosen(parseRoute(''), 'gates')).toBe(true);
  expect(isUnchosen(parseRoute('#/gates/one'), 'gates')).toBe(false);
  expect(isUnchosen(parseRoute('#/runs'), 'gates')).toBe(false);
});
