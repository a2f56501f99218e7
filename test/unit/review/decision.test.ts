import { describe, expect, it } from 'vitest';
import {
  type DecisionAttempt,
  evaluateDecision,
  freshGate,
  type GateProgress,
  type GateTerms,
  stateAt,
  votingRules,
} from '../../../core/review/index.ts';

const digest = 'sha256:aa';

function terms(change: Partial<GateTerms> & { policy?: object } = {}): GateTerms {
  const { policy = {}, ...rest } = change;
  return {
    requesterId: 'agent-1',
    digest,
    requiredRole: 'ANALYST',
    rules: votingRules.parse(policy),
    expiresAt: null,
    ...rest,
  };
}

function attempt(change: Partial<DecisionAttempt> = {}): DecisionAttempt {
  return { reviewerId: 'sam', role: 'ANALYST', verb: 'approve', reason: null, digest, ...change };
}

/** Runs attempts in order; each gives its refusal or null. */
function run(gate: GateTerms, attempts: readonly DecisionAttempt[], now = 0) {
  let progress: GateProgress = freshGate;
  const refusals = attempts.map((one) => {
    const outcome = evaluateDecision(gate, progress, one, now);
    if (!outcome.accepted) return outcome.refusal;
    progress = outcome.progress;
    return null;
  });
  return { state: stateAt(gate, progress, now), refusals };
}

describe('evaluateDecision', () => {
  it('lets one eligible approval through by default', () => {
    expect(run(terms(), [attempt()])).toEqual({ state: 'approved', refusals: [null] });
  });

  it('accepts nothing once the state is final (G6)', () => {
    const later = attempt({ reviewerId: 'kim', verb: 'reject', reason: 'late' });
    expect(run(terms(), [attempt(), later])).toEqual({ state: 'approved', refusals: [null, 'gate-final'] });
  });

  it.each([
    ['AUDITOR', 'role-may-not-decide'],
    ['INTEGRATION_SERVICE', 'role-may-not-decide'],
    ['analyst', 'role-may-not-decide'],
    ['IC_MEMBER', 'role-too-low'],
    ['PARTNER', null],
    ['ADMIN', null],
  ])('weighs the role %s against PARTNER: %s (G5)', (role, refusal) => {
    expect(run(terms({ requiredRole: 'PARTNER' }), [attempt({ role })]).refusals).toEqual([refusal]);
  });

  it.each(['agent-1', 'Agent-1', ' AGENT-1 '])('refuses the own vote of the requester as %j (G2)', (reviewerId) => {
    expect(run(terms(), [attempt({ reviewerId })]).refusals).toEqual(['self-review']);
  });

  it.each([null, '', 'sha256:bb', 'SHA256:AA'])('refuses the digest %j (G2)', (shown) => {
    expect(run(terms(), [attempt({ digest: shown })]).refusals).toEqual(['wrong-digest']);
  });

  it('counts distinct voters only, however the name is spelled', () => {
    const gate = terms({ policy: { quorum: 2 } });
    expect(run(gate, [attempt(), attempt({ reviewerId: 'Sam' })])).toEqual({
      state: 'pending',
      refusals: [null, 'duplicate-vote'],
    });
    expect(run(gate, [attempt(), attempt({ reviewerId: 'kim' })]).state).toBe('approved');
  });

  it('does not let a refused attempt use up the vote', () => {
    expect(run(terms(), [attempt({ digest: 'sha256:bb' }), attempt()])).toEqual({
      state: 'approved',
      refusals: ['wrong-digest', null],
    });
  });

  it('needs a reason to reject (G4), and to approve where the policy says so (C8)', () => {
    expect(run(terms(), [attempt({ verb: 'reject', reason: ' \n' })]).refusals).toEqual(['reason-required']);
    expect(run(terms(), [attempt({ verb: 'reject', reason: 'no' })]).state).toBe('rejected');
    const probation = terms({ policy: { reason_required: true } });
    expect(run(probation, [attempt()]).refusals).toEqual(['reason-required']);
    expect(run(probation, [attempt({ reason: 'one more chance' })]).state).toBe('approved');
  });

  it('rejects at the threshold, or at once with veto (G6)', () => {
    const no = (reviewerId: string) => attempt({ reviewerId, verb: 'reject', reason: 'no' });
    const policy = { quorum: 2, deny_threshold: 2 };
    expect(run(terms({ policy }), [no('a')]).state).toBe('pending');
    expect(run(terms({ policy }), [no('a'), no('b')]).state).toBe('rejected');
    expect(run(terms({ policy: { ...policy, veto: true } }), [attempt(), no('a')]).state).toBe('rejected');
  });

  it('is closed from the moment of expiry on (G3)', () => {
    const gate = terms({ expiresAt: 100 });
    expect(run(gate, [attempt()], 99).state).toBe('approved');
    expect(run(gate, [attempt()], 100)).toEqual({ state: 'expired', refusals: ['gate-expired'] });
  });

  it.each([
    ['snooze', 'pending'],
    ['escalate', 'pending'],
    ['edit', 'edited'],
    ['respond', 'responded'],
    ['terminate', 'terminated'],
  ])('%s leads to %s (G1)', (verb, state) => {
    expect(run(terms(), [attempt({ verb })])).toEqual({ state, refusals: [null] });
  });

  it('lets whoever snoozed still vote: "not now" is not "no"', () => {
    expect(run(terms(), [attempt({ verb: 'snooze' }), attempt()]).state).toBe('approved');
  });

  it.each(['Approve', 'withdraw', '', 'toString'])('refuses the verb %j', (verb) => {
    expect(run(terms(), [attempt({ verb })]).refusals).toEqual(['unknown-verb']);
  });
});

describe('votingRules', () => {
  it.each([{ quorum: 0 }, { quorum: 1.5 }, { deny_threshold: -1 }, { veto: 'yes' }])('does not read %j', (policy) => {
    expect(votingRules.safeParse(policy).success).toBe(false);
  });
});
