import { expect, test } from 'vitest';
import {
  describeDebateEvent,
  getDebate,
  getDebateClaim,
  listDebateMessages,
  listDebates,
} from '../../../../core/debate/index.ts';
import { compareProjections, type EventDraft } from '../../../../core/ledger/index.ts';
import { projections } from '../../../../core/working-ledger/index.ts';
import { endOf } from '../../../fixture/audit.ts';
import { circularDefect, debateWriter, guid, marginClaim, record } from '../../../fixture/debates.ts';
import { expectProblem, expectValue, handClock, temporaryLedger } from '../../../fixture/ledger.ts';

const clock = handClock();

function ledgerWith(...drafts: readonly EventDraft[]) {
  const ledger = temporaryLedger({ projections, clock });
  expectValue(ledger.append([...drafts]));
  return ledger;
}

const one = debateWriter('one');
const challenge = {
  challenge_id: 'one-c1',
  claim_refs: [marginClaim],
  defect_type: 'CIRCULARITY',
  evidence_refs: [guid(2, 2)],
  description: 'The deck quotes itself.',
  cure_protocol: 'RECONSTRUCT_CHAIN',
} as const;
const ruling = {
  round_number: 1,
  challenge_id: 'one-c1',
  ruling: 'UPHELD',
  reason: 'The chain comes back to the deck.',
  claim_refs: [marginClaim],
} as const;

const whole = [
  one.started(),
  one.called('advocate', 'lookup_claim', 'SUCCESS', null),
  one.called('advocate', 'search_evidence', 'DENIED', 'advocate may not call search_evidence'),
  one.said({ role: 'advocate', turn: 'opening', content: 'The margin is **61%**.' }),
  one.rejected({ role: 'sanad_breaker', turn: 'challenge', content: 'It is wrong.' }, [
    { rule: 'NO_FREE_FACTS', detail: 'Factual assertions without claim_ids' },
  ]),
  one.flagged(circularDefect),
  one.said({
    role: 'sanad_breaker',
    turn: 'challenge',
    content: 'The chain is circular.',
    attempt: 2,
    output: {
      structured_content: {
        position: 'oppose',
        challenges: [{ ...challenge, claim_refs: [marginClaim], evidence_refs: [guid(2, 2)] }],
      },
    },
  }),
  one.said({
    role: 'arbiter',
    turn: 'closing',
    content: 'Upheld.',
    output: {
      structured_content: { rulings: [{ ...ruling, claim_refs: [marginClaim] }] },
      muhasabah_record: record(0.4),
    },
  }),
  one.stopped(
    {
      stop_reason: 'STABLE_DISSENT',
      open_questions: ['Which table is audited?'],
      utility_scores: { advocate: 0.25 },
      preserved_dissent: [
        {
          agent_id: 'sanad_breaker',
          role: 'sanad_breaker',
          round_number: 1,
          position: 'oppose',
          confidence: 0.6,
          claim_refs: [marginClaim],
          reason: 'Nobody answered.',
        },
      ],
    },
    'Two rounds ended alike.',
  ),
];

test('debates are listed newest first, found by words, and counted', () => {
  const ledger = ledgerWith(...whole, debateWriter('two').started());
  const list = (query: Partial<Parameters<typeof listDebates>[1]> = {}) =>
    listDebates(ledger, { cursor: null, limit: 10, ...query });
  expect(list().rows.map(({ debateId, status, sign }) => [debateId, status, sign])).toEqual([
    ['two', 'running', 'pending'],
    ['one', 'stopped', 'inconclusive'],
  ]);
  expect(list().rows[1]).toMatchObject({
    messages: 3,
    rejected: 1,
    dissent: 1,
    stopReason: 'STABLE_DISSENT',
    round: 1,
  });
  expect(list({ text: 'dissent' }).rows.map(({ debateId }) => debateId)).toEqual(['one']);
  expect(list({ status: 'running' })).toMatchObject({ total: 1 });
  const first = list({ limit: 1 });
  expect(first.next).not.toBeNull();
  expect(list({ limit: 1, cursor: first.next }).rows.map(({ debateId }) => debateId)).toEqual(['one']);
  expect(expectValue(endOf(compareProjections(ledger.path, { projections }))).differing).toEqual([]);
});

test('the head tells where the roles stood, what was ruled, the dissent and the calls', () => {
  const ledger = ledgerWith(...whole);
  const detail = expectValue(getDebate(ledger, 'one', clock));
  expect(detail.stopDetail).toBe('Two rounds ended alike.');
  expect(detail.rounds[0]?.standings.map(({ role, position }) => [role, position])).toEqual([
    ['advocate', 'hold'],
    ['sanad_breaker', 'oppose'],
    ['arbiter', null],
  ]);
  const { description } = challenge;
  const said = { role: 'sanad_breaker', round: 1, defectType: 'CIRCULARITY', description };
  expect(detail.rulings).toMatchObject([{ challengeId: 'one-c1', ruling: 'UPHELD', challenge: said }]);
  expect(detail.dissent).toMatchObject([{ role: 'sanad_breaker', reason: 'Nobody answered.' }]);
  expect(detail).toMatchObject({
    utility: [{ role: 'advocate', score: 0.25 }],
    toolCalls: { made: 2, denied: 1, failed: 0 },
    openQuestions: ['Which table is audited?'],
  });
  expect(expectProblem(getDebate(ledger, 'nine', clock)).code).toBe('debate-unknown');
});

test('messages come in pages with their tool calls, their claims, and why they were rejected', () => {
  const ledger = ledgerWith(...whole);
  const page = (cursor: string | null, limit: number) =>
    expectValue(listDebateMessages(ledger, { debateId: 'one', cursor, limit }));
  const all = page(null, 50);
  expect(all.rows.map(({ role, accepted, attempt }) => [role, accepted, attempt])).toEqual([
    ['advocate', true, 1],
    ['sanad_breaker', false, 1],
    ['sanad_breaker', true, 2],
    ['arbiter', true, 1],
  ]);
  expect(all.rows[0]?.toolCalls.map(({ tool, status }) => [tool, status])).toEqual([
    ['lookup_claim', 'SUCCESS'],
    ['search_evidence', 'DENIED'],
  ]);
  expect(all.rows[1]).toMatchObject({
    violations: [{ rule: 'NO_FREE_FACTS' }],
    content: 'It is wrong.',
    toolCalls: [],
  });
  expect(all.rows[2]?.challenges).toMatchObject([{ severity: 'FATAL', cure: 'RECONSTRUCT_CHAIN' }]);
  // The claim stands as the debate left it: under the defect that was flagged.
  expect(all.claims).toMatchObject([{ claimId: marginClaim, grade: 'D', openDefects: { fatal: 1 } }]);
  const first = page(null, 3);
  expect([first.rows.length, first.total]).toEqual([3, 4]);
  // What is ruled on stands on the page before.
  const rulings = [{ challenge: { role: 'sanad_breaker', description: challenge.description } }];
  expect(page(first.next, 3)).toMatchObject({ rows: [{ role: 'arbiter', rulings }], next: null });
  expect(expectProblem(listDebateMessages(ledger, { debateId: 'one', cursor: 'x', limit: 1 })).code).toBe(
    'cursor-invalid',
  );
});

test('a ruling names the challenge that it is about, also where an id was used again', () => {
  const raised = (description: string, claim: string, round: number) =>
    one.said({
      role: 'risk_officer',
      turn: 'risk',
      content: '',
      round,
      output: {
        structured_content: { challenges: [{ ...challenge, description, claim_refs: [claim], evidence_refs: [] }] },
      },
    });
  const ruled = (...rulings: readonly (readonly [id: string, claim: string])[]) =>
    one.said({
      role: 'arbiter',
      turn: 'closing',
      content: '',
      output: {
        structured_content: {
          rulings: rulings.map(([id, claim]) => ({ ...ruling, challenge_id: id, claim_refs: [claim] })),
        },
      },
    });
  const other = guid(3, 8);
  const ledger = ledgerWith(
    one.started(),
    ruled(['one-c1', marginClaim]),
    raised('the first', marginClaim, 1),
    raised('x'.repeat(600), other, 2),
    ruled(['one-c1', marginClaim], ['one-c1', guid(3, 9)], ['nobody-1', marginClaim]),
    raised('too late', marginClaim, 3),
  );
  const { rulings } = expectValue(getDebate(ledger, 'one', clock));
  expect(rulings.map((one) => one.challenge?.description ?? null)).toStrictEqual([
    null,
    'the first',
    `${'x'.repeat(499)}…`,
    null,
  ]);
  const { rows } = expectValue(listDebateMessages(ledger, { debateId: 'one', cursor: null, limit: 50 }));
  expect(rows.flatMap((row) => row.rulings)).toStrictEqual(rulings);
});

test('a rejected output of any form is shown as what came', () => {
  const spoken = { role: 'advocate', turn: 'opening', content: '' } as const;
  const why = [{ rule: 'INVALID_RECORD', detail: 'no output' }];
  const forms = [
    'Just prose.',
    'null',
    '[1]',
    '{"content":7,"claim_refs":"x"}',
    '{"content":"half"',
    'x'.repeat(30_000),
  ];
  const ledger = ledgerWith(one.started(), ...forms.map((form) => one.rejected(spoken, why, form)));
  const { rows } = expectValue(listDebateMessages(ledger, { debateId: 'one', cursor: null, limit: 50 }));
  expect(rows.map(({ content }) => content.slice(0, 20))).toEqual([
    'Just prose.',
    'null',
    '[1]',
    '',
    '{"content":"half"',
    'x'.repeat(20),
  ]);
  expect(rows.at(-1)).toMatchObject({ contentCut: true, body: { size: 30_000 } });
  expect(rows.every(({ account }) => account === null)).toBe(true);
});

test('a claim is read under the defects of its debate, and leads to the event that flagged each', () => {
  const ledger = ledgerWith(...whole);
  const claim = expectValue(getDebateClaim(ledger, 'one', marginClaim));
  expect(claim.defects).toMatchObject([{ type: 'CIRCULARITY', status: 'OPEN' }]);
  const flagged = expectValue(ledger.event(claim.defects[0]?.seq ?? -1));
  expect(flagged.type).toBe('defect.flagged');
  expect(expectProblem(getDebateClaim(ledger, 'one', guid(3, 9))).code).toBe('claim-unknown');
});

test('a defect that the arbiter settled is cured, and says who ruled and why', () => {
  const cured = { ...circularDefect, status: 'CURED', closed_by: 'arbiter', closed_reason: ruling.reason } as const;
  const ledger = ledgerWith(...whole.slice(0, -1), one.settled(cured));
  const { chip, defects } = expectValue(getDebateClaim(ledger, 'one', marginClaim));
  expect(defects).toMatchObject([{ status: 'CURED', closedBy: 'arbiter', closedReason: ruling.reason }]);
  expect(chip.openDefects.fatal).toBe(0);
});

test('a case that was removed is said to be gone, and the debate still has its head', () => {
  const ledger = ledgerWith(...whole);
  const started = expectValue(getDebate(ledger, 'one', clock)).startedSeq;
  expectValue(ledger.redact({ seq: started, name: 'case', reason: 'asked to', actor: { kind: 'human', id: 'amina' } }));
  expect(expectProblem(getDebateClaim(ledger, 'one', marginClaim)).code).toBe('case-removed');
  expect(expectValue(getDebate(ledger, 'one', clock)).row.title).toBe('Gross margin above 60 percent');
});

test('every event of a debate is told in a sentence', () => {
  const ledger = ledgerWith(...whole);
  const { events } = ledger.page({ filter: { subject: 'debate:one' }, limit: 50, direction: 'ascending' });
  const told = events.map((event) => describeDebateEvent(event));
  expect(told).toContain('An output of sanad_breaker in round 1 was rejected: NO_FREE_FACTS');
  expect(told).toContain('advocate called search_evidence: denied');
  expect(told.at(-1)).toBe('The debate stopped in round 1: stable dissent');
});
