import { describe, expect, it } from 'vitest';
import {
  countWaitingGates,
  expireGates,
  gateDigest,
  gateState,
  listGates,
  requestAgain,
  withdrawGate,
} from '../../../core/review/index.ts';
import { agent, gateLedger, openGate } from '../../fixture/gates.ts';
import { countingRandom, expectProblem, expectValue } from '../../fixture/ledger.ts';

describe('expireGates', () => {
  it('records each overdue gate once, and changes nothing that was visible before', () => {
    const { ledger, clock } = gateLedger();
    const soon = openGate(ledger, clock, { expiresAt: clock.now() + 1000 });
    const later = openGate(ledger, clock, { expiresAt: clock.now() + 5000 });
    const never = openGate(ledger, clock);
    clock.advance(1000);
    const query = { cursor: null, limit: 10 };
    const before = listGates(ledger, query, clock).rows.map((row) => row.state);
    expect(before).toEqual(['pending', 'pending', 'expired']);
    expect(countWaitingGates(ledger, clock)).toBe(2);
    expect(expectValue(expireGates(ledger, clock))).toEqual([soon.gateId]);
    expect(expectValue(expireGates(ledger, clock))).toEqual([]);
    expect(listGates(ledger, query, clock).rows.map((row) => row.state)).toEqual(before);
    expect(expectValue(gateState(ledger, later.gateId, clock))).toBe('pending');
    expect(expectValue(gateState(ledger, never.gateId, clock))).toBe('pending');
    const [event] = ledger.page({ filter: { type: 'gate.expired' }, limit: 5, direction: 'ascending' }).events;
    expect(event).toMatchObject({ actor: { kind: 'system', id: 'mizan' }, data: { gate_id: soon.gateId } });
  });
});

describe('withdrawGate', () => {
  it('is for who asked, while it is pending', () => {
    const { ledger, clock } = gateLedger();
    const { gateId } = openGate(ledger, clock);
    const stranger = { kind: 'agent', id: 'agent-2' } as const;
    expect(expectProblem(withdrawGate(ledger, gateId, stranger, '')).code).toBe('wrong-requester');
    expectValue(withdrawGate(ledger, gateId, agent, 'not needed any more'));
    expect(expectValue(gateState(ledger, gateId, clock))).toBe('withdrawn');
    expect(expectProblem(withdrawGate(ledger, gateId, agent, '')).code).toBe('gate-final');
  });
});

describe('requestAgain', () => {
  const random = countingRandom(3);

  it('asks what a withdrawn gate asked, of that gate alone', () => {
    const { ledger, clock } = gateLedger();
    const { gateId, digest } = openGate(ledger, clock);
    expect(expectProblem(requestAgain(ledger, gateId, { random })).code).toBe('gate-not-withdrawn');
    expect(expectProblem(requestAgain(ledger, 'gate-0', { random })).code).toBe('unknown-gate');
    expectValue(withdrawGate(ledger, gateId, agent, 'cancelled'));
    const again = expectValue(requestAgain(ledger, gateId, { random }));
    expectValue(ledger.append([again.event]));
    expect(again.gateId).not.toBe(gateId);
    expect(expectValue(gateState(ledger, again.gateId, clock))).toBe('pending');
    expect(expectValue(gateDigest(ledger, again.gateId))).toBe(digest);
  });

  it('does not ask what nobody could see any more', () => {
    const { ledger, clock } = gateLedger();
    const { gateId } = openGate(ledger, clock);
    expectValue(withdrawGate(ledger, gateId, agent, 'cancelled'));
    const filter = { type: 'gate.requested' };
    const [request] = ledger.page({ filter, limit: 1, direction: 'ascending' }).events;
    const actor = { kind: 'human', id: 'sam' } as const;
    expectValue(ledger.redact({ seq: request?.seq ?? -1, name: 'action', reason: 'privacy', actor }));
    expect(expectProblem(requestAgain(ledger, gateId, { random })).code).toBe('action-redacted');
  });
});
