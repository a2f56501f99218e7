import { expect, test } from 'vitest';
import {
  type CaseFile,
  checkReplayEnd,
  type DebateState,
  debateRunId,
  debateRunWaitingFor,
  gatesOfDebateRun,
  getDebate,
  type RolePlayer,
  readRecordedDebate,
  replayRolePlayer,
  rulePlayer,
  type StopReason,
} from '../../../../core/debate/index.ts';
import type { Ledger } from '../../../../core/ledger/index.ts';
import { decideGate, enrolReviewer, gateDigest } from '../../../../core/review/index.ts';
import { debateId, debateLedger, debatesOn, finalState, plainCase, sampleCase } from '../../../fixture/debate-runs.ts';
import { newSigner } from '../../../fixture/gates.ts';
import { expectProblem, expectValue, handClock } from '../../../fixture/ledger.ts';

const replayId = '0deba7e0-0000-4000-8000-000000000002';

async function hold(ledger: Ledger, caseFile: CaseFile, player: RolePlayer = rulePlayer): Promise<DebateState> {
  expectValue(await debatesOn(ledger, { player }).start({ caseFile, debateId }));
  return finalState(ledger);
}

function replayOn(ledger: Ledger, caseFile: CaseFile, of = debateId, as = replayId) {
  const recorded = expectValue(readRecordedDebate(ledger, of));
  const player = replayRolePlayer(recorded);
  return debatesOn(ledger, { player }).start({ caseFile, debateId: as, maxRounds: recorded.maxRounds });
}

/** The whole case, about which the arbiter asks a person; who is asked rejects the claim. */
async function holdUntilAsked(ledger: Ledger): Promise<string> {
  const end = expectValue(await debatesOn(ledger).start({ caseFile: await sampleCase(), debateId }));
  return end.status === 'parked' ? end.waitingFor.replace('gate:', '') : '';
}

async function holdWithDecision(ledger: Ledger): Promise<DebateState> {
  const gateId = await holdUntilAsked(ledger);
  const partner = newSigner('amal');
  expectValue(enrolReviewer(ledger, { reviewerId: 'amal', name: 'Amal', role: 'PARTNER' }, partner, null));
  const digest = expectValue(gateDigest(ledger, gateId));
  const decision = { gateId, digest, verb: 'approve', reason: 'I asked the newspaper', sectionsSeen: [] } as const;
  expectValue(decideGate(ledger, decision, partner, handClock()));
  expectValue(await debatesOn(ledger).resume(debateId));
  return finalState(ledger);
}

/** What was said and called, without what is each run's own. */
function said({ messages }: DebateState) {
  return messages.map(({ turn, output: { tool_calls: calls, timestamp, ...output } }) => ({
    turn,
    output,
    calls: calls.map(({ tool_name, tool_args, result_status }) => [tool_name, tool_args, result_status]),
  }));
}

/** The rules, but the first attempt of this turn is prose. */
function stumblingAt(stumble: string): RolePlayer {
  return {
    kind: 'rules',
    thinkerFor: (request) =>
      request.turn === stumble && request.attempt === 1
        ? { think: async () => ({ action: { kind: 'final-answer', answer: 'It all looks fine to me.' } }) }
        : rulePlayer.thinkerFor(request),
  };
}

test.each([
  ['a debate', rulePlayer],
  ['a debate with a rejected output', stumblingAt('risk')],
])('%s is played again with the same calls, outputs and stop reason', async (_, player) => {
  const ledger = debateLedger();
  const caseFile = await plainCase();
  const before = await hold(ledger, caseFile, player);
  const end = expectValue(await replayOn(ledger, caseFile));
  expect(end.status).toBe('done');
  const after = finalState(ledger, replayId);
  expect(said(after)).toStrictEqual(said(before));
  expect(after.stop_reason).toBe(before.stop_reason);
  const recorded = expectValue(readRecordedDebate(ledger, debateId));
  expect(checkReplayEnd(recorded, expectValue(readRecordedDebate(ledger, replayId)))).toMatchObject({ ok: true });
  const count = (type: string, id: string) =>
    ledger.page({ filter: { type, subject: `debate:${id}` }, limit: 500, direction: 'ascending' }).events.length;
  for (const type of ['agent.tool_call', 'muhasabah.rejected', 'defect.flagged', 'debate.message']) {
    expect([type, count(type, replayId)]).toStrictEqual([type, count(type, debateId)]);
  }
});

test('an output that the gate now rejects is a divergence with its place', async () => {
  const ledger = debateLedger();
  const caseFile = await plainCase();
  const cited = (await hold(ledger, caseFile)).messages[0]?.output.claim_refs[0];
  // On a case without that claim the recorded opening cites what nobody knows.
  const poorer = { ...caseFile, claims: caseFile.claims.filter((claim) => claim.claim_id !== cited) };
  const end = expectValue(await replayOn(ledger, poorer));
  expect(end).toMatchObject({ status: 'error', error: { type: 'replay-diverged' } });
  const message = end.status === 'error' ? end.error.message : '';
  expect(message).toContain('round 1, opening of the advocate, attempt 1');
  expect(message).toContain('INVALID_RECORD');
});

test('a replay that comes to another end is told so', async () => {
  const ledger = debateLedger();
  await hold(ledger, await plainCase());
  const recorded = expectValue(readRecordedDebate(ledger, debateId));
  const other: StopReason = 'CONSENSUS';
  expect(expectProblem(checkReplayEnd(recorded, { ...recorded, stopReason: other })).code).toBe('replay-diverged');
  expect(expectProblem(checkReplayEnd(recorded, { ...recorded, accepted: recorded.accepted.slice(1) })).code).toBe(
    'replay-diverged',
  );
});

test('a replay takes what people decided from the record and asks nobody, and so does a replay of the replay', async () => {
  const ledger = debateLedger();
  const before = await holdWithDecision(ledger);
  const caseFile = await sampleCase();
  expect(expectValue(await replayOn(ledger, caseFile)).status).toBe('done');
  const thirdId = '0deba7e0-0000-4000-8000-000000000003';
  expect(expectValue(await replayOn(ledger, caseFile, replayId, thirdId)).status).toBe('done');
  for (const id of [replayId, thirdId]) {
    const after = finalState(ledger, id);
    expect(said(after)).toStrictEqual(said(before));
    expect(after.stop_reason).toBe(before.stop_reason);
    const settled = ledger.page({
      filter: { type: 'defect.settled', subject: `debate:${id}` },
      limit: 9,
      direction: 'ascending',
    });
    expect(settled.events.map(({ data }) => data.defect)).toMatchObject([{ status: 'WAIVED', closed_by: 'amal' }]);
  }
  expect(expectValue(getDebate(ledger, thirdId, handClock()))).toMatchObject({
    replayOf: replayId,
    gates: [{ state: 'approved', decidedBy: 'amal' }],
  });
  const asked = ledger.page({ filter: { type: 'gate.requested' }, limit: 9, direction: 'ascending' }).events;
  expect(asked).toHaveLength(1);
});

test('a decision about something else than is shown now is a divergence with its gate', async () => {
  const ledger = debateLedger();
  await holdWithDecision(ledger);
  const caseFile = await sampleCase();
  // The outputs still pass; what the person saw of the claim does not.
  const claims = caseFile.claims.map((claim) =>
    claim.claim_text.startsWith('90%') ? { ...claim, stated_on: '2026-01-31' } : claim,
  );
  const end = expectValue(await replayOn(ledger, { ...caseFile, claims }));
  expect(end).toMatchObject({ status: 'error', error: { type: 'replay-diverged' } });
  const message = end.status === 'error' ? end.error.message : '';
  expect(message).toMatch(/^round 1, the gate gate-\w+: the recorded decision is about something else/);
});

test('where nobody has decided yet, a replay waits at the same gate, which stays that of the recorded debate', async () => {
  const ledger = debateLedger();
  const gateId = await holdUntilAsked(ledger);
  const end = expectValue(await replayOn(ledger, await sampleCase()));
  expect(end).toMatchObject({ status: 'parked', waitingFor: `gate:${gateId}` });
  expect(debateRunWaitingFor(ledger, gateId)).toBe(debateRunId(debateId));
  expect(gatesOfDebateRun(ledger, debateRunId(debateId))).toEqual([gateId]);
  expect(gatesOfDebateRun(ledger, debateRunId(replayId))).toEqual([]);
});

test('a replay goes on with the record that it began with', async () => {
  const ledger = debateLedger();
  await holdUntilAsked(ledger);
  await replayOn(ledger, await sampleCase());
  const player = replayRolePlayer(expectValue(readRecordedDebate(ledger, replayId)));
  expect(expectProblem(await debatesOn(ledger, { player }).resume(replayId))).toMatchObject({
    code: 'debate-player',
    message: expect.stringContaining(`--of ${debateId}`) as string,
  });
});

test('a debate that is not there cannot be played again', () => {
  expect(expectProblem(readRecordedDebate(debateLedger(), debateId)).code).toBe('debate-unknown');
});
