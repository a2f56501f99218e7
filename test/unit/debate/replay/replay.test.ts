import { expect, test } from 'vitest';
import {
  type CaseFile,
  checkReplayEnd,
  type DebateState,
  type RolePlayer,
  readRecordedDebate,
  replayRolePlayer,
  rulePlayer,
  type StopReason,
} from '../../../../core/debate/index.ts';
import type { Ledger } from '../../../../core/ledger/index.ts';
import { debateId, debateLedger, debatesOn, finalState, plainCase } from '../../../fixture/debate-runs.ts';
import { expectProblem, expectValue } from '../../../fixture/ledger.ts';

const replayId = '0deba7e0-0000-4000-8000-000000000002';

async function hold(ledger: Ledger, caseFile: CaseFile, player: RolePlayer = rulePlayer): Promise<DebateState> {
  expectValue(await debatesOn(ledger, { player }).start({ caseFile, debateId }));
  return finalState(ledger);
}

function replayOn(ledger: Ledger, caseFile: CaseFile) {
  const recorded = expectValue(readRecordedDebate(ledger, debateId));
  const player = replayRolePlayer(recorded);
  return debatesOn(ledger, { player }).start({ caseFile, debateId: replayId, maxRounds: recorded.maxRounds });
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

test('a debate that is not there cannot be played again', () => {
  expect(expectProblem(readRecordedDebate(debateLedger(), debateId)).code).toBe('debate-unknown');
});
