import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DecisionAttempt,
  evaluateDecision,
  freshGate,
  type GateProgress,
  type GateTerms,
  mayDecide,
  stateAt,
} from '../../core/review/index.ts';

const runs = process.env.MIZAN_LONG === '1' ? 200_000 : 2_000;
const words = <T>(...values: T[]) => fc.constantFrom(...values);

const termsArbitrary: fc.Arbitrary<GateTerms> = fc.record({
  requesterId: words('agent-1', 'sam'),
  digest: fc.constant('sha256:aa'),
  requiredRole: words('ANALYST', 'IC_MEMBER', 'PARTNER', 'ADMIN'),
  rules: fc.record({
    quorum: fc.integer({ min: 1, max: 3 }),
    deny_threshold: fc.integer({ min: 1, max: 3 }),
    veto: fc.boolean(),
    reason_required: fc.boolean(),
  }),
  expiresAt: fc.option(fc.integer({ min: 0, max: 20 })),
});

interface TimedAttempt extends DecisionAttempt {
  /** Milliseconds since the attempt before. */
  readonly pause: number;
}

const attemptArbitrary: fc.Arbitrary<TimedAttempt> = fc.record({
  reviewerId: words('sam', 'Sam', 'kim', 'lee', 'ann', 'agent-1'),
  role: words('AUDITOR', 'INTEGRATION_SERVICE', 'ANALYST', 'IC_MEMBER', 'PARTNER', 'ADMIN', 'root'),
  verb: words(
    'approve',
    'approve',
    'approve',
    'reject',
    'snooze',
    'escalate',
    'edit',
    'respond',
    'terminate',
    'Approve',
  ),
  reason: words(null, '', '  ', 'because'),
  digest: words('sha256:aa', 'sha256:aa', 'sha256:aa', 'sha256:bb', null),
  pause: fc.integer({ min: 0, max: 3 }),
});

interface Step {
  readonly attempt: TimedAttempt;
  readonly now: number;
  readonly before: GateProgress;
  readonly after: GateProgress;
  readonly accepted: boolean;
}

function play(terms: GateTerms, attempts: readonly TimedAttempt[]): readonly Step[] {
  let progress: GateProgress = freshGate;
  let now = 0;
  return attempts.map((attempt) => {
    now += attempt.pause;
    const before = progress;
    const outcome = evaluateDecision(terms, before, attempt, now);
    if (outcome.accepted) progress = outcome.progress;
    return { attempt, now, before, after: progress, accepted: outcome.accepted };
  });
}

/** An independent reading of G2, G5 and G6: does this attempt look like an approval that may count? */
function isEligibleApproval(terms: GateTerms, step: Step): boolean {
  const ranks = ['ANALYST', 'IC_MEMBER', 'PARTNER', 'ADMIN'];
  const { attempt } = step;
  return (
    attempt.verb === 'approve' &&
    mayDecide(attempt.role) &&
    ranks.indexOf(attempt.role) >= ranks.indexOf(terms.requiredRole) &&
    attempt.reviewerId.toLowerCase() !== terms.requesterId &&
    attempt.digest === 'sha256:aa' &&
    (terms.expiresAt === null || step.now < terms.expiresAt) &&
    (!terms.rules.reason_required || attempt.reason === 'because')
  );
}

const gameArbitrary = fc.tuple(termsArbitrary, fc.array(attemptArbitrary, { maxLength: 25 }));

describe('no sequence of attempts', () => {
  it('approves without a quorum of distinct eligible approvals of the right digest before expiry', () => {
    let approvals = 0;
    fc.assert(
      fc.property(gameArbitrary, ([terms, attempts]) => {
        const steps = play(terms, attempts);
        if (steps.at(-1)?.after.state !== 'approved') return;
        approvals += 1;
        const counted = steps.filter((step) => step.accepted && isEligibleApproval(terms, step));
        const voters = new Set(counted.map((step) => step.attempt.reviewerId.toLowerCase()));
        expect(voters.size).toBeGreaterThanOrEqual(terms.rules.quorum);
      }),
      { numRuns: runs },
    );
    expect(approvals).toBeGreaterThan(runs / 100);
  });

  it('is accepted after the gate is final or its time is up', () => {
    fc.assert(
      fc.property(gameArbitrary, ([terms, attempts]) => {
        for (const step of play(terms, attempts)) {
          if (stateAt(terms, step.before, step.now) === 'pending') continue;
          expect(step.accepted).toBe(false);
          expect(step.after).toBe(step.before);
        }
      }),
      { numRuns: runs },
    );
  });

  it('gets one person two votes, or counts what is not a vote', () => {
    fc.assert(
      fc.property(gameArbitrary, ([terms, attempts]) => {
        const last = play(terms, attempts).at(-1);
        const voters = (last?.after.votes ?? []).map((vote) => vote.reviewerId.toLowerCase());
        expect(new Set(voters).size).toBe(voters.length);
      }),
      { numRuns: runs },
    );
  });
});
