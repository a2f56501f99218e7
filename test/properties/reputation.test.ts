import fc from 'fast-check';
import { describe, it } from 'vitest';
import { scoreOf } from '../../core/contracts/index.ts';
import { reasonsToHold, supervisionLevel, updateReputation } from '../../core/reputation/index.ts';
import { expectValue } from '../fixture/ledger.ts';

const runs = { numRuns: process.env.MIZAN_LONG === '1' ? 100_000 : 1000 };
const reputation = fc.double({ min: 0, max: 1, noNaN: true });
const score = fc.constantFrom(-1, 0, 0.5, 1);
const alpha = fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true });
const levels = ['suspended', 'strict', 'supervised', 'standard', 'autonomous'] as const;
const rank = (value: number) => levels.indexOf(expectValue(supervisionLevel(value)));
const next = (before: number, points: number, rate?: number) => expectValue(updateReputation(before, points, rate));

describe('laws of reputation (C7)', () => {
  it('stays in [0,1]', () => {
    fc.assert(
      fc.property(reputation, fc.array(score), alpha, (start, scores, rate) => {
        const end = scores.reduce((value: number, points) => next(value, points, rate), start);
        return end >= 0 && end <= 1;
      }),
      runs,
    );
  });

  it('a lie never helps, and hurts whoever has something to lose', () => {
    fc.assert(
      fc.property(reputation, (before) => {
        const after = next(before, -1);
        return before === 0 ? after === 0 : after < before;
      }),
      runs,
    );
  });

  it('honesty pays: a lie ends below a failure, a failure below a stop, a stop below a success', () => {
    fc.assert(
      fc.property(reputation, (before) => {
        const [lie, failure, stop, success] = [-1, 0, 0.5, 1].map((points) => next(before, points)) as [
          number,
          number,
          number,
          number,
        ];
        return lie <= failure && failure < stop && stop < success;
      }),
      runs,
    );
  });

  it('more reputation before is never less after', () => {
    fc.assert(
      fc.property(reputation, reputation, score, (a, b, points) => {
        return next(Math.min(a, b), points) <= next(Math.max(a, b), points);
      }),
      runs,
    );
  });

  it('more reputation is never a stricter level, and a stricter level never holds less', () => {
    fc.assert(
      fc.property(
        reputation,
        reputation,
        fc.boolean(),
        fc.array(fc.string(), { maxLength: 1 }),
        (a, b, unsandboxed, flags) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const holds = (value: number) =>
            reasonsToHold({ level: levels[rank(value)] ?? 'suspended', verdict: 'verified', unsandboxed, flags })
              .length;
          return rank(low) <= rank(high) && holds(low) >= holds(high);
        },
      ),
      runs,
    );
  });

  it('no report but a verified success scores above an honest stop', () => {
    const status = fc.constantFrom('success', 'blocked', 'failure' as const);
    fc.assert(
      fc.property(status, fc.option(fc.boolean()), fc.option(fc.string()), (word, verified, need) => {
        const points = scoreOf({ status: word as 'success', verified, need });
        return points === null || points <= 0.5 || (word === 'success' && verified === true);
      }),
      runs,
    );
  });
});
