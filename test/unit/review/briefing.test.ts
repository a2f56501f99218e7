import { describe, expect, it } from 'vitest';
import type { GateBriefing } from '../../../core/api/index.ts';
import {
  actionDigest,
  type BriefingContext,
  decideGate,
  getBriefing,
  listGates,
  refusalsFor,
} from '../../../core/review/index.ts';
import { gateDraft, gateLedger, newSigner, openGate } from '../../fixture/gates.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';

function contextFor(context: Partial<BriefingContext> & Pick<BriefingContext, 'clock'>): BriefingContext {
  return {
    viewer: null,
    agentSummary: () => null,
    evidenceFor: () => [{ sign: 'verified', text: 'tests passed', link: null }],
    ...context,
  };
}

function verb(briefing: GateBriefing, name: string) {
  return briefing.verbs.find((entry) => entry.verb === name);
}

describe('getBriefing', () => {
  it('shows the exact action, and its digest is of what is shown', () => {
    const { ledger, clock } = gateLedger();
    const gate = openGate(ledger, clock);
    const briefing = expectValue(getBriefing(ledger, gate.gateId, contextFor({ clock })));
    expect(briefing.action.digest).toBe(gate.digest);
    expect(actionDigest(JSON.parse(briefing.action.canonical))).toBe(gate.digest);
    expect(briefing).toMatchObject({
      row: { gateId: gate.gateId, state: 'pending', sign: 'pending', requester: 'agent-1', decidedBy: null },
      why: [{ rule: 'C9' }],
      action: { tool: 'contract.land' },
      evidence: [{ text: 'tests passed' }],
      falsifiers: ['The tests do not cover the changed branch'],
      earlier: [],
      decisions: [],
    });
    expect(expectProblem(getBriefing(ledger, 'gate-none', contextFor({ clock }))).code).toBe('unknown-gate');
  });

  it('says why a verb is closed, by the rules that decide', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'PARTNER');
    const gate = openGate(ledger, clock, { requiredRole: 'PARTNER', expiresAt: clock.now() + 1000 });
    const as = (viewer: BriefingContext['viewer']) =>
      expectValue(getBriefing(ledger, gate.gateId, contextFor({ clock, viewer })));
    expect(verb(as({ reviewerId: 'sam', role: 'PARTNER' }), 'approve')).toMatchObject({ enabled: true, whyNot: null });
    expect(verb(as(null), 'approve')?.whyNot).toContain('Unlock');
    expect(verb(as({ reviewerId: 'kim', role: 'ANALYST' }), 'approve')?.whyNot).toContain('PARTNER or above');
    expect(verb(as({ reviewerId: 'ann', role: 'AUDITOR' }), 'reject')?.whyNot).toContain('may not decide');
    expect(verb(as({ reviewerId: 'agent-1', role: 'ADMIN' }), 'approve')?.whyNot).toContain('asked for this');
    expect(verb(as({ reviewerId: 'sam', role: 'PARTNER' }), 'snooze')?.whyNot).toContain('approve, reject and respond');
    expect(verb(as({ reviewerId: 'sam', role: 'PARTNER' }), 'respond')?.whyNot).toContain('would not hear');
    clock.advance(1000);
    expect(verb(as({ reviewerId: 'sam', role: 'PARTNER' }), 'approve')?.whyNot).toContain('expired');
    expectProblem(decideGate(ledger, { ...gate, verb: 'approve', reason: '', sectionsSeen: [] }, sam, clock));
    expect(as(null).decisions).toMatchObject([{ reviewer: 'sam', accepted: false, refusal: 'gate-expired' }]);
  });

  it('shows earlier decisions of the class and what is different now', () => {
    const { ledger, clock, enrol } = gateLedger();
    const sam = enrol('sam', 'ANALYST');
    const first = openGate(ledger, clock);
    const other = openGate(ledger, clock, { action: 'agent.probation' });
    for (const gate of [first, other]) {
      expectValue(decideGate(ledger, { ...gate, verb: 'reject', reason: 'no tests', sectionsSeen: [] }, sam, clock));
    }
    const draft = gateDraft();
    const now = openGate(ledger, clock, {
      arguments: { ...draft.arguments, files: ['parser.py', 'lexer.py'], force: true },
      evidence: 'none',
    });
    expect(expectValue(getBriefing(ledger, now.gateId, contextFor({ clock }))).earlier).toMatchObject([
      {
        gateId: first.gateId,
        state: 'rejected',
        reviewer: 'sam',
        reason: 'no tests',
        changed: [
          'arguments.files is ["parser.py","lexer.py"], was ["parser.py"]',
          'arguments.force is new: true',
          'evidence is "none", was {"verdict":"verified"}',
        ],
      },
    ]);
  });

  it('records a stranger as one', () => {
    const { ledger, clock } = gateLedger();
    const gate = openGate(ledger, clock);
    const decision = { ...gate, verb: 'approve', reason: '', sectionsSeen: [] } as const;
    expectProblem(decideGate(ledger, decision, newSigner('nobody'), clock));
    const briefing = expectValue(getBriefing(ledger, gate.gateId, contextFor({ clock })));
    expect(briefing.decisions).toMatchObject([{ reviewer: 'nobody', role: null, refusal: 'unknown-reviewer' }]);
  });
});

describe('listGates', () => {
  it('pages by keyset, newest first, with filter and count', () => {
    const { ledger, clock } = gateLedger();
    const ids = Array.from({ length: 5 }, (_, n) => openGate(ledger, clock, { title: `gate 100%_${n}` }).gateId);
    const first = listGates(ledger, { cursor: null, limit: 3 }, clock);
    expect(first.total).toBe(5);
    const second = listGates(ledger, { cursor: first.next, limit: 3 }, clock);
    expect([...first.rows, ...second.rows].map((row) => row.gateId)).toEqual(ids.toReversed());
    expect(second.next).toBeNull();
    expect(listGates(ledger, { cursor: null, limit: 3, text: '100%_4' }, clock)).toMatchObject({ total: 1 });
    expect(listGates(ledger, { cursor: null, limit: 3, text: '100_' }, clock)).toMatchObject({ total: 0 });
    expect(listGates(ledger, { cursor: null, limit: 3, state: 'approved' }, clock)).toMatchObject({ total: 0 });
    expect(listGates(ledger, { cursor: 'nonsense', limit: 3 }, clock).rows).toEqual([]);
  });
});

describe('refusalsFor (G4)', () => {
  it('gives the agent the reason for the class of action', () => {
    const { ledger, clock, enrol } = gateLedger();
    const [sam, kim] = [enrol('sam', 'ANALYST'), enrol('kim', 'ANALYST')];
    const reject = (gate: { gateId: string; digest: string }, reason: string, signer = sam) =>
      expectValue(decideGate(ledger, { ...gate, verb: 'reject', reason, sectionsSeen: [] }, signer, clock));
    reject(openGate(ledger, clock), 'never on a Friday');
    reject(openGate(ledger, clock, { agentId: 'agent-2' }), 'other agent');
    reject(openGate(ledger, clock, { action: 'agent.probation' }), 'other class');
    const undecided = openGate(ledger, clock, { policy: { deny_threshold: 2, quorum: 1 } });
    reject(undecided, 'one voice of two');
    expectValue(decideGate(ledger, { ...undecided, verb: 'approve', reason: '', sectionsSeen: [] }, kim, clock));
    expect(refusalsFor(ledger, { agentId: 'agent-1', action: 'contract.land' })).toMatchObject([
      { reviewer: 'sam', reason: 'never on a Friday' },
    ]);
  });
});
