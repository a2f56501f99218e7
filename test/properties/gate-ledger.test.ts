import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  consumeApproval,
  decideGate,
  expireGates,
  findGate,
  gateState,
  verifyDecision,
} from '../../core/review/index.ts';
import { agent, gateLedger, newSigner, openGate } from '../fixture/gates.ts';
import { expectValue } from '../fixture/ledger.ts';

const runs = process.env.MIZAN_LONG === '1' ? 500 : 25;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      reviewer: fc.constantFrom('sam', 'kim', 'ann', 'agent-1', 'stranger'),
      verb: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
      reason: fc.constantFrom('', 'because'),
      rightDigest: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('consume' as const), own: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 0, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
);

it('keeps table, events and rules in agreement, and uses an approval at most once', () => {
  const { ledger, clock, enrol } = gateLedger();
  const signers = {
    sam: enrol('sam', 'ANALYST'),
    kim: enrol('kim', 'PARTNER'),
    ann: enrol('ann', 'AUDITOR'),
    'agent-1': enrol('agent-1', 'ADMIN'),
    stranger: newSigner('stranger'),
  };
  const seen = { approved: 0, used: 0 };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 }), fc.array(step, { maxLength: 15 }), (quorum, steps) => {
      const gate = openGate(ledger, clock, { policy: { quorum }, expiresAt: clock.now() + 20 });
      const filter = { subject: `gate:${gate.gateId}` };
      let uses = 0;
      for (const move of steps) {
        if (move.kind === 'wait') clock.advance(move.milliseconds);
        if (move.kind === 'sweep') expectValue(expireGates(ledger, clock));
        if (move.kind === 'consume') {
          const consumer = move.own ? agent : ({ kind: 'agent', id: 'thief' } as const);
          const before = expectValue(gateState(ledger, gate.gateId, clock));
          const used = consumeApproval(ledger, { ...gate, consumer }, clock);
          if (!used.ok) continue;
          uses += 1;
          expect([before, move.own]).toEqual(['approved', true]);
        }
        if (move.kind === 'decide') {
          const digest = move.rightDigest ? gate.digest : `sha256:${'0'.repeat(64)}`;
          const decision = { gateId: gate.gateId, verb: move.verb, reason: move.reason, digest, sectionsSeen: [] };
          decideGate(ledger, decision, signers[move.reviewer], clock);
        }
        const state = expectValue(gateState(ledger, gate.gateId, clock));
        expect(findGate(ledger, gate.gateId, clock)?.state).toBe(state);
      }
      const events = ledger.page({ filter, limit: 500, direction: 'ascending' }).events;
      const decided = events.filter((event) => event.type === 'gate.decided');
      for (const { seq } of decided) expectValue(verifyDecision(ledger, seq));
      const approvers = new Set(
        decided.filter(({ data }) => JSON.stringify(data).includes('"approve"')).map(({ actor }) => actor.id),
      );
      expect(uses).toBeLessThanOrEqual(1);
      if (expectValue(gateState(ledger, gate.gateId, clock)) !== 'approved') return;
      seen.approved += 1;
      seen.used += uses;
      expect(approvers.size).toBe(quorum);
      for (const approver of approvers) expect(['sam', 'kim']).toContain(approver);
    }),
    { numRuns: runs, seed: 11 },
  );
  expect(seen.approved).toBeGreaterThan(0);
  expect(seen.used).toBeGreaterThan(0);
});
