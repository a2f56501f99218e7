import { describe, expect, it } from 'vitest';
import { actionDigest, consumeApproval, decideGate, gateProjection } from '../../../core/review/index.ts';
import { agent, gateDraft, gateLedger, openGate } from '../../fixture/gates.ts';
import { expectProblem, expectValue, temporaryLedger } from '../../fixture/ledger.ts';

/** A gate that sam has approved, and the use its requester may make of it. */
function approvedGate(lifetime: number | null = null) {
  const { ledger, clock, enrol } = gateLedger();
  const sam = enrol('sam', 'ANALYST');
  const gate = openGate(ledger, clock, { expiresAt: lifetime === null ? null : clock.now() + lifetime });
  expectValue(decideGate(ledger, { ...gate, verb: 'approve', reason: '', sectionsSeen: [] }, sam, clock));
  return { ledger, clock, use: { ...gate, consumer: agent } };
}

describe('consumeApproval (G3)', () => {
  it('lets the requester use the approval once', () => {
    const { ledger, clock, use } = approvedGate();
    const receipt = expectValue(consumeApproval(ledger, use, clock));
    expect(receipt.events).toMatchObject([
      {
        type: 'gate.consumed',
        actor: agent,
        data: { gate_id: use.gateId, action_digest: use.digest, consumer: agent },
      },
    ]);
    const again = expectProblem(consumeApproval(ledger, use, clock));
    expect(again.code).toBe('approval-used');
    expect(again.message).toContain(`event ${receipt.firstSeq}`);
  });

  it('holds over a restart: everything is read from the file again', () => {
    const { ledger, clock, use } = approvedGate();
    const restarted = temporaryLedger({ path: ledger.path, projections: [gateProjection], clock });
    expectValue(consumeApproval(restarted, use, clock));
    expect(expectProblem(consumeApproval(ledger, use, clock)).code).toBe('approval-used');
  });

  it('is bound to tool, arguments, policy and evidence', () => {
    const { ledger, clock, use } = approvedGate();
    const draft = gateDraft();
    for (const change of [
      { tool: 'contract.delete' },
      { arguments: { ...draft.arguments, files: ['parser.py', 'secrets.py'] } },
      { policy: { level: 'standard' } },
      { evidence: { verdict: 'failed' } },
    ]) {
      const digest = actionDigest({ ...draft, ...change });
      expect(expectProblem(consumeApproval(ledger, { ...use, digest }, clock)).code).toBe('wrong-digest');
    }
    expectValue(consumeApproval(ledger, { ...use, digest: actionDigest(draft) }, clock));
  });

  it.each([
    { kind: 'agent', id: 'agent-2' },
    { kind: 'human', id: 'agent-1' },
  ] as const)('refuses $kind $id, who did not ask', (consumer) => {
    const { ledger, clock, use } = approvedGate();
    expect(expectProblem(consumeApproval(ledger, { ...use, consumer }, clock)).code).toBe('wrong-requester');
  });

  it('fails closed when the time is up, though it was approved', () => {
    const { ledger, clock, use } = approvedGate(1000);
    clock.advance(1000);
    expect(expectProblem(consumeApproval(ledger, use, clock)).code).toBe('approval-expired');
  });

  it('needs an approval', () => {
    const { ledger, clock, enrol } = gateLedger();
    const gate = openGate(ledger, clock);
    const use = { ...gate, consumer: agent };
    expect(expectProblem(consumeApproval(ledger, use, clock)).message).toContain('pending, not approved');
    const rejection = { ...gate, verb: 'reject', reason: 'no', sectionsSeen: [] } as const;
    expectValue(decideGate(ledger, rejection, enrol('sam', 'ANALYST'), clock));
    expect(expectProblem(consumeApproval(ledger, use, clock)).message).toContain('rejected, not approved');
    expect(expectProblem(consumeApproval(ledger, { ...use, gateId: 'gate-none' }, clock)).code).toBe('unknown-gate');
  });

  it('does not believe an approval that no reviewer signed', () => {
    const { ledger, clock, use } = approvedGate();
    const other = openGate(ledger, clock);
    const decided = ledger.page({ filter: { type: 'gate.decided' }, limit: 1, direction: 'descending' }).events;
    for (const { type, actor, data } of decided) {
      const forged = JSON.parse(JSON.stringify(data).replaceAll(use.gateId, other.gateId));
      expectValue(ledger.append([{ type, actor, data: forged, subject: `gate:${other.gateId}` }]));
    }
    const problem = expectProblem(consumeApproval(ledger, { ...other, consumer: agent }, clock));
    expect(problem.code).toBe('approval-missing');
  });
});
