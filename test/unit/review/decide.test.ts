import { describe, expect, it } from 'vitest';
import type { Ledger, LedgerEvent, LedgerReader } from '../../../core/ledger/index.ts';
import {
  auditDecisions,
  consumeApproval,
  decideGate,
  type GateDecision,
  gateState,
  type ReviewerSigner,
  verifyDecision,
} from '../../../core/review/index.ts';
import { agent, gateLedger, newSigner, openGate } from '../../fixture/gates.ts';
import { expectProblem, expectValue, temporaryLedger } from '../../fixture/ledger.ts';

function decision(gate: { gateId: string; digest: string }, change: Partial<GateDecision> = {}): GateDecision {
  return { ...gate, verb: 'approve', reason: '', sectionsSeen: ['summary', 'action'], ...change };
}

function lastEvent(ledger: Ledger): LedgerEvent {
  return expectValue(ledger.event(ledger.size() - 1));
}

describe('decideGate', () => {
  it('records a signed decision that holds when checked again from the file', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock);
    const receipt = expectValue(decideGate(ledger, decision(gate, { reason: ' looks right ' }), sam, clock));
    expect(receipt.state).toBe('approved');
    expect(expectValue(gateState(ledger, gate.gateId, clock))).toBe('approved');
    expect(lastEvent(ledger)).toMatchObject({
      seq: receipt.seq,
      type: 'gate.decided',
      actor: { kind: 'human', id: 'sam' },
      subject: `gate:${gate.gateId}`,
      data: {
        state: 'approved',
        statement: {
          reviewer_id: 'sam',
          role: 'ANALYST',
          verb: 'approve',
          reason: 'looks right',
          action_digest: gate.digest,
          sections_seen: ['summary', 'action'],
        },
      },
    });
    expect(expectValue(verifyDecision(ledger, receipt.seq))).toEqual({
      gateId: gate.gateId,
      signer: 'sam',
      algorithm: 'ed25519',
    });
  });

  it('takes an answer where somebody hears it, with words, and never as an approval', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const respond = (gate: { gateId: string; digest: string }, reason: string) =>
      decideGate(ledger, decision(gate, { verb: 'respond', reason }), sam, clock);
    const landing = openGate(ledger, clock);
    expect(expectProblem(respond(landing, 'use the other branch')).code).toBe('answer-unheard');
    const gate = openGate(ledger, clock, { action: 'run.action' });
    expect(expectProblem(respond(gate, ' ')).code).toBe('reason-required');
    expect(lastEvent(ledger)).toMatchObject({
      type: 'gate.refused',
      data: { verb: 'respond', code: 'reason-required' },
    });
    expect(expectValue(respond(gate, 'use the other branch')).state).toBe('responded');
    const use = { gateId: gate.gateId, digest: gate.digest, consumer: agent };
    expect(expectProblem(consumeApproval(ledger, use, clock)).code).toBe('approval-missing');
    expect(auditDecisions(ledger)).toMatchObject({ ok: true, value: { checked: 1, bad: [] } });
  });

  it('tells the loser who decided what and why, and records the attempt (G1, G2)', () => {
    const { ledger, clock, enrol } = gateLedger();
    const [sam, kim] = [enrol('sam', 'ANALYST'), enrol('kim', 'PARTNER')];
    const gate = openGate(ledger, clock);
    expectValue(decideGate(ledger, decision(gate, { verb: 'reject', reason: 'no tests' }), kim, clock));
    const problem = expectProblem(decideGate(ledger, decision(gate), sam, clock));
    expect(problem.code).toBe('gate-final');
    expect(problem.message).toContain(
      'already rejected: kim (PARTNER) decided at 2026-01-02T03:04:05.000Z, reason: no tests',
    );
    expect(lastEvent(ledger)).toMatchObject({
      type: 'gate.refused',
      data: { reviewer_id: 'sam', role: 'ANALYST', verb: 'approve', digest: gate.digest, code: 'gate-final' },
    });
    expect(expectValue(gateState(ledger, gate.gateId, clock))).toBe('rejected');
  });

  it('refuses an unknown reviewer with its own message and records the attempt', () => {
    const { ledger, clock } = gateLedger();
    const gate = openGate(ledger, clock);
    const problem = expectProblem(decideGate(ledger, decision(gate), newSigner('nobody'), clock));
    expect(problem).toMatchObject({ code: 'unknown-reviewer' });
    expect(lastEvent(ledger).data).toMatchObject({ reviewer_id: 'nobody', role: null, code: 'unknown-reviewer' });
  });

  it('refuses a key that is not the enrolled one', () => {
    const { ledger, clock, enrol } = gateLedger();
    enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock);
    for (const digest of [gate.digest, `sha256:${'0'.repeat(64)}`]) {
      const attempt = decision({ ...gate, digest });
      expect(expectProblem(decideGate(ledger, attempt, newSigner('sam'), clock)).code).toBe('signature-invalid');
      expect(lastEvent(ledger).data).toMatchObject({ code: 'signature-invalid' });
    }
  });

  it('refuses a signature that does not hold', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock);
    const broken: ReviewerSigner = { ...sam, sign: () => new Uint8Array(64) };
    expect(expectProblem(decideGate(ledger, decision(gate), broken, clock)).code).toBe('signature-invalid');
  });

  it('refuses an expired gate with its own message, sweep or no sweep', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock, { expiresAt: clock.now() + 1000 });
    clock.advance(1000);
    const problem = expectProblem(decideGate(ledger, decision(gate), sam, clock));
    expect(problem).toMatchObject({ code: 'gate-expired' });
    expect(problem.message).toContain('expired at 2026-01-02T03:04:06.000Z');
    expect(lastEvent(ledger).data).toMatchObject({ code: 'gate-expired' });
  });

  it('refuses another digest than the one of the gate', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const [gate, other] = [openGate(ledger, clock), openGate(ledger, clock, { arguments: { task: 't2' } })];
    const problem = expectProblem(decideGate(ledger, decision({ ...gate, digest: other.digest }), sam, clock));
    expect(problem.code).toBe('wrong-digest');
  });

  it('refuses a reason that could not be signed as it stands', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock);
    const problem = expectProblem(decideGate(ledger, decision(gate, { reason: 'half \ud800' }), sam, clock));
    expect(problem).toMatchObject({ code: 'text-malformed', place: 'reason' });
  });

  it('decides nothing on a history with a hole', () => {
    const { ledger, clock } = gateLedger();
    const gate = openGate(ledger, clock);
    const altered: LedgerReader = Object.assign(Object.create(ledger), {
      page: () => ({ events: [], damaged: [2], next: null }),
    });
    expect(expectProblem(gateState(altered, gate.gateId, clock)).code).toBe('event-damaged');
  });

  it('does not record attempts at a gate that does not exist', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const size = ledger.size();
    const nowhere = { gateId: 'gate-none', digest: 'sha256:aa' };
    expect(expectProblem(decideGate(ledger, decision(nowhere), sam, clock)).code).toBe('unknown-gate');
    expect(ledger.size()).toBe(size);
  });

  it('asks for two people when the policy has a quorum of two', () => {
    const { ledger, clock, enrol } = gateLedger();
    const [sam, kim] = [enrol('sam', 'ANALYST'), enrol('kim', 'ANALYST')];
    const gate = openGate(ledger, clock, { policy: { quorum: 2 } });
    expect(expectValue(decideGate(ledger, decision(gate), sam, clock)).state).toBe('pending');
    expect(expectProblem(decideGate(ledger, decision(gate), sam, clock)).code).toBe('duplicate-vote');
    expect(expectValue(decideGate(ledger, decision(gate), kim, clock)).state).toBe('approved');
  });

  it('refuses an enrolled reviewer who is the requester', () => {
    const { ledger, clock, enrol } = gateLedger();
    const self = enrol(agent.id, 'ADMIN');
    const gate = openGate(ledger, clock);
    expect(expectProblem(decideGate(ledger, decision(gate), self, clock)).code).toBe('self-review');
  });
});

describe('a decision that came past decideGate', () => {
  it('decides nothing', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const [gate, copy] = [openGate(ledger, clock), openGate(ledger, clock)];
    const { seq } = expectValue(decideGate(ledger, decision(gate), sam, clock));
    const { type, actor, data } = expectValue(ledger.event(seq));
    expectValue(ledger.append([{ type, actor, data, subject: `gate:${copy.gateId}` }]));
    expect(expectValue(gateState(ledger, copy.gateId, clock))).toBe('pending');
    expect(expectProblem(verifyDecision(temporaryLedger(), 0)).code).toBe('not-a-decision');
  });

  it('is not saved by a stranger signing it', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock);
    const template = openGate(ledger, clock);
    const { seq } = expectValue(decideGate(ledger, decision(template), sam, clock));
    const { type, actor, data } = expectValue(ledger.event(seq));
    const forged = JSON.parse(JSON.stringify(data).replaceAll(template.gateId, gate.gateId));
    const { firstSeq } = expectValue(ledger.append([{ type, actor, data: forged, subject: `gate:${gate.gateId}` }]));
    expect(expectValue(gateState(ledger, gate.gateId, clock))).toBe('pending');
    expect(expectProblem(verifyDecision(ledger, firstSeq)).code).toBe('wrong-request');
    const audit = expectValue(auditDecisions(ledger));
    expect(audit.checked).toBe(2);
    expect(audit.bad).toMatchObject([{ seq: firstSeq, problem: { code: 'wrong-request' } }]);
  });

  it('is void when the rules did not let it in, though its signature holds', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const gate = openGate(ledger, clock, { policy: { quorum: 2 } });
    const { seq } = expectValue(decideGate(ledger, decision(gate), sam, clock));
    const { type, actor, subject, data } = expectValue(ledger.event(seq));
    const { firstSeq } = expectValue(ledger.append([{ type, actor, subject, data: { ...data, state: 'approved' } }]));
    expect(expectValue(gateState(ledger, gate.gateId, clock))).toBe('pending');
    expect(expectValue(auditDecisions(ledger)).bad).toMatchObject([
      { seq: firstSeq, problem: { code: 'decision-void' } },
    ]);
  });
});
