import type { ClaimChip, DebateDetail, DebateMessage, DebateRow } from '../../../core/api/index.ts';

/** A stopped debate as the queue lists it, with what a test changes. */
export function debateRow(change: Partial<DebateRow> = {}): DebateRow {
  return {
    debateId: 'd1',
    title: 'Net revenue grew by 12% in 2019',
    runId: 'r1',
    agents: 'rules',
    status: 'stopped',
    sign: 'verified',
    round: 1,
    maxRounds: 5,
    stopReason: 'CONSENSUS',
    waitingGateId: null,
    messages: 5,
    rejected: 0,
    dissent: 0,
    startedAt: '2026-03-22T08:00:00.000Z',
    changedAt: '2026-03-22T08:00:05.000Z',
    ...change,
  };
}

/** An accepted output of the advocate, with an account and nothing else. */
export function debateMessage(seq: number, change: Partial<DebateMessage> = {}): DebateMessage {
  return {
    seq,
    at: '2026-03-22T08:00:01.000Z',
    round: 1,
    turn: 'opening',
    role: 'advocate',
    agentId: 'advocate',
    attempt: 1,
    accepted: true,
    violations: [],
    content: 'Net revenue grew.',
    contentCut: false,
    body: null,
    position: 'support',
    claimIds: ['c1'],
    calcIds: [],
    account: {
      confidence: 0.6,
      confidenceWhy: null,
      evidenceSummary: null,
      counterHypothesis: null,
      falsifiers: [{ test: 'Recompute the growth', evidence: 'audited table', rule: 'fails above 1%' }],
      uncertainties: [],
      failureModes: [],
      supportedClaimIds: ['c1'],
      supportedCalcIds: [],
    },
    toolCalls: [],
    challenges: [],
    rulings: [],
    openQuestions: [],
    criticalDefect: false,
    ...change,
  };
}

/** A verified claim as the console shows it, with what a test changes. */
export function claimChip(claimId: string, change: Partial<ClaimChip> = {}): ClaimChip {
  return {
    claimId,
    text: `The claim ${claimId}`,
    grade: 'A',
    verdict: 'VERIFIED',
    corroboration: 'AZIZ',
    material: false,
    openDefects: { fatal: 0, major: 0, minor: 0 },
    ...change,
  };
}

/** A gate that waits for a decision about the debate. */
export function gateOfDebate(gateId: string, round: number): DebateDetail['gates'][number] {
  return {
    gateId,
    state: 'pending',
    title: 'The arbiter asks whether the claim may stand',
    requestedAt: '2026-03-22T08:00:04.000Z',
    decidedBy: null,
    reason: null,
    claimIds: [],
    round,
  };
}
