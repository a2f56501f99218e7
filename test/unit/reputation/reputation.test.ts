import { describe, expect, it } from 'vitest';
import { reasonsToHold, supervisionLevel, updateReputation } from '../../../core/reputation/index.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';

describe('reputation (seed 001, C7)', () => {
  it('drops from 0.5 to 0.05 on one lie, as the seed says', () => {
    expect(expectValue(updateReputation(0.5, -1))).toBeCloseTo(0.05, 12);
  });

  it.each([
    ['reputation-out-of-range', Number.NaN, 1, 0.3],
    ['reputation-out-of-range', 1.01, 1, 0.3],
    ['score-out-of-range', 0.5, Number.NaN, 0.3],
    ['score-out-of-range', 0.5, 2, 0.3],
    ['alpha-out-of-range', 0.5, 1, 0],
    ['alpha-out-of-range', 0.5, 1, Number.NaN],
  ])('refuses what is %s', (code, reputation, score, alpha) => {
    expect(expectProblem(updateReputation(reputation, score, alpha)).code).toBe(code);
  });

  it.each([
    [1, 'autonomous'],
    [0.8, 'standard'],
    [0.6, 'supervised'],
    [0.5 * 0.8 + 0.2, 'supervised'],
    [0.4, 'strict'],
    [0.2, 'suspended'],
    [0, 'suspended'],
  ])('puts %d at %s', (reputation, level) => {
    expect(expectValue(supervisionLevel(reputation))).toBe(level);
  });
});

describe('what waits for a person (C9)', () => {
  const fine = { verdict: 'verified', unsandboxed: false, flags: [] } as const;
  const rules = (work: Parameters<typeof reasonsToHold>[0]) => reasonsToHold(work).map(({ rule }) => rule);

  it.each([
    ['autonomous', []],
    ['standard', []],
    ['supervised', ['C9']],
    ['strict', ['C9']],
    ['suspended', ['C9']],
  ] as const)('verified work at %s: %j', (level, expected) => {
    expect(rules({ ...fine, level })).toEqual(expected);
  });

  it('standard waits when flagged, autonomous does not', () => {
    expect(rules({ ...fine, level: 'standard', flags: ['odd'] })).toEqual(['C9']);
    expect(rules({ ...fine, level: 'autonomous', flags: ['odd'] })).toEqual([]);
  });

  it('inconclusive and unsandboxed work waits at every level', () => {
    expect(rules({ ...fine, level: 'autonomous', verdict: 'inconclusive' })).toEqual(['C2']);
    expect(rules({ ...fine, level: 'autonomous', unsandboxed: true })).toEqual(['C2']);
  });
});
