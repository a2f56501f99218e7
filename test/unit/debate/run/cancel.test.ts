import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  checkReplayEnd,
  debateRunId,
  debateSubject,
  gatesOfDebateRun,
  humanGateCreated,
  type RolePlayer,
  readRecordedDebate,
  replayRolePlayer,
  rulePlayer,
} from '../../../../core/debate/index.ts';
import type { Ledger } from '../../../../core/ledger/index.ts';
import { MachineFailure } from '../../../../core/machine/index.ts';
import { decideGate, enrolReviewer, gateDigest, getBriefing, listGates } from '../../../../core/review/index.ts';
import { LedgerRuns } from '../../../../core/runs/index.ts';
import { debateId, debateLedger, debatesOn, finalState, sampleCase } from '../../../fixture/debate-runs.ts';
import { agent, newSigner, openGate } from '../../../fixture/gates.ts';
import { countingRandom, expectValue, handClock } from '../../../fixture/ledger.ts';

/** Cancels the run of the debate, as a person does from elsewhere. */
async function cancel(ledger: Ledger, id = debateId) {
  const runs = new LedgerRuns({
    ledger,
    clock: handClock(),
    random: countingRandom(),
    agents: { find: () => undefined },
    hooks: {},
    gatesOf: (executionId) => gatesOfDebateRun(ledger, executionId),
    notice: () => undefined,
  });
  return expectValue(await runs.cancel(debateRunId(id)));
}

/** The gates in this state, or all, newest first. */
function gatesIn(ledger: Ledger, state: 'pending' | undefined): readonly string[] {
  const { rows } = listGates(ledger, { state, cursor: null, limit: 9 }, handClock());
  return rows.map(({ gateId }) => gateId);
}

const nobody = { clock: handClock(), viewer: null, agentSummary: () => null, evidenceFor: () => [] };

test('cancelling a debate that waits takes back every gate that it opened', async () => {
  const ledger = debateLedger();
  const clock = handClock();
  expectValue(await debatesOn(ledger).start({ caseFile: await sampleCase(), debateId }));
  // A second question of the same debate, and one of somebody else.
  const { gateId } = openGate(ledger, clock);
  const other = openGate(ledger, clock);
  const created = humanGateCreated.draft(agent, debateSubject(debateId), {
    debate_id: debateId,
    gate_id: gateId,
    agent_id: agent.id,
    round_number: 1,
    claim_ids: ['0deba7e0-0000-4000-8000-00000000000c'],
    reason: 'a second question',
    priority: 'NORMAL',
    required_role: 'ANALYST',
    action_digest: null,
    instead_of: null,
  });
  expectValue(ledger.append([created]));
  const cancelled = await cancel(ledger);
  const withdrawn = listGates(ledger, { state: 'withdrawn', cursor: null, limit: 9 }, clock).rows;
  expect(withdrawn).toHaveLength(2);
  expect(cancelled).toStrictEqual({
    stopped: true,
    called: [],
    withdrawn: expect.arrayContaining(withdrawn.map((gate) => `gate:${gate.gateId}`)) as unknown,
    caller: null,
  });
  const pending = listGates(ledger, { state: 'pending', cursor: null, limit: 9 }, clock).rows;
  expect(pending.map((gate) => gate.gateId)).toStrictEqual([other.gateId]);
});

test('a debate that is resumed after it was cancelled asks again, at a new gate each time, and hears that answer', async () => {
  const ledger = debateLedger();
  expectValue(await debatesOn(ledger).start({ caseFile: await sampleCase(), debateId }));
  for (const times of [2, 3]) {
    await cancel(ledger);
    const resumed = expectValue(await debatesOn(ledger).resume(debateId));
    const [first] = gatesIn(ledger, 'pending');
    expect(resumed).toMatchObject({ status: 'parked', waitingFor: `gate:${first}` });
    expect(gatesIn(ledger, undefined)).toHaveLength(times);
    // Asked once: whoever looks again waits at the same gate.
    expect(expectValue(await debatesOn(ledger).resume(debateId))).toMatchObject({ waitingFor: `gate:${first}` });
    expect(gatesIn(ledger, 'pending')).toStrictEqual([first]);
  }
  const [gateId = ''] = gatesIn(ledger, 'pending');
  const briefings = gatesIn(ledger, undefined).map((id) => expectValue(getBriefing(ledger, id, nobody)));
  const shown = briefings.map(({ row: { title, requiredRole }, why, action }) => ({
    title,
    requiredRole,
    why,
    action,
  }));
  expect(shown).toStrictEqual([shown[2], shown[2], shown[2]]);

  const partner = newSigner('amal');
  expectValue(enrolReviewer(ledger, { reviewerId: 'amal', name: 'Amal', role: 'PARTNER' }, partner, null));
  const digest = expectValue(gateDigest(ledger, gateId));
  const decision = { gateId, digest, verb: 'approve', reason: 'I asked the newspaper', sectionsSeen: [] } as const;
  expectValue(decideGate(ledger, decision, partner, handClock()));
  expect(expectValue(await debatesOn(ledger).resume(debateId))).toMatchObject({ status: 'done' });
  const closings = finalState(ledger).messages.filter(({ turn }) => turn === 'closing');
  const rulings = closings[1]?.output.structured_content.rulings;
  expect(rulings).toMatchObject([
    { ruling: 'DISMISSED', reason: 'A person accepted the claims: I asked the newspaper' },
  ]);

  // A replay finds the answer where it was given in the end.
  const recorded = expectValue(readRecordedDebate(ledger, debateId));
  const player = replayRolePlayer(recorded);
  const replayId = '0deba7e0-0000-4000-8000-000000000002';
  const replayed = await debatesOn(ledger, { player }).start({ caseFile: await sampleCase(), debateId: replayId });
  expect(expectValue(replayed)).toMatchObject({ status: 'done' });
  expect(checkReplayEnd(recorded, expectValue(readRecordedDebate(ledger, replayId)))).toMatchObject({ ok: true });
  expect(gatesIn(ledger, undefined)).toHaveLength(3);
});

test('a replay takes a question that was taken back and never asked again as it was', async () => {
  const ledger = debateLedger();
  expectValue(await debatesOn(ledger).start({ caseFile: await sampleCase(), debateId }));
  await cancel(ledger);
  const player = replayRolePlayer(expectValue(readRecordedDebate(ledger, debateId)));
  const replayId = '0deba7e0-0000-4000-8000-000000000002';
  const end = await debatesOn(ledger, { player }).start({ caseFile: await sampleCase(), debateId: replayId });
  const message = expect.stringContaining('has not ended, and went no further than this') as string;
  expect(expectValue(end)).toMatchObject({ status: 'error', error: { type: 'replay-diverged', message } });
  expect(gatesIn(ledger, 'pending')).toStrictEqual([]);
});

const asking = z.object({
  action: z.object({
    kind: z.literal('tool-call'),
    toolName: z.literal('request_human_review'),
    query: z.string(),
  }),
});

/** The rules, but the arbiter asks its person in other words, and `then` happens right after it asked. */
function askingPlayer(reason: string, then: () => Promise<void> = async () => undefined): RolePlayer {
  return {
    kind: 'rules',
    thinkerFor: (request) => {
      const thinker = rulePlayer.thinkerFor(request);
      let asked = false;
      return {
        think: async (view) => {
          if (asked) await then();
          const thought = await thinker.think(view);
          const asks = asking.safeParse(thought);
          if (!asks.success) return thought;
          asked = true;
          const { action } = asks.data;
          return { action: { ...action, query: JSON.stringify({ ...JSON.parse(action.query), reason }) } };
        },
      };
    },
  };
}

describe('a debate that is stopped in the middle of the turn that asks', () => {
  async function stopped() {
    const ledger = debateLedger();
    const stop = new AbortController();
    const player = askingPlayer('Is it true?', () => {
      stop.abort();
      return new Promise(() => undefined);
    });
    const end = expectValue(
      await debatesOn(ledger, { player }).start({ caseFile: await sampleCase(), debateId }, stop.signal),
    );
    return { ledger, end };
  }

  test('takes the question back in the commit that cancels it', async () => {
    const { ledger, end } = await stopped();
    const [gateId] = gatesIn(ledger, undefined);
    expect(end).toMatchObject({ status: 'cancelled', withdrawn: [`gate:${gateId}`] });
    expect(gatesIn(ledger, 'pending')).toStrictEqual([]);
    const seqOf = (type: string) =>
      ledger.page({ filter: { type }, limit: 9, direction: 'ascending' }).events.map(({ seq }) => seq);
    expect(seqOf('gate.withdrawn')).toStrictEqual(seqOf('run.cancelled').map((seq) => seq - 1));
  });

  test('asks the same again at a new gate when the turn is taken again', async () => {
    const { ledger } = await stopped();
    const resumed = await debatesOn(ledger, { player: askingPlayer('Is it true?') }).resume(debateId);
    const [again, first] = gatesIn(ledger, undefined);
    expect(expectValue(resumed)).toMatchObject({ status: 'parked', waitingFor: `gate:${again}` });
    expect(gatesIn(ledger, 'pending')).toStrictEqual([again]);
    expect(first).not.toBe(again);
  });

  test('leaves no question behind when the turn that is taken again asks another one', async () => {
    const { ledger } = await stopped();
    const resumed = await debatesOn(ledger, { player: askingPlayer('Who says so?') }).resume(debateId);
    const pending = gatesIn(ledger, 'pending');
    expect(expectValue(resumed)).toMatchObject({ status: 'parked', waitingFor: `gate:${pending[0]}` });
    expect(pending).toHaveLength(1);
  });
});

test('a debate that failed in the middle of the turn that asks takes the question back when it is cancelled', async () => {
  const ledger = debateLedger();
  const player = askingPlayer('Is it true?', () => {
    throw new MachineFailure('model-unreachable', 'The model cannot be reached', false);
  });
  const end = expectValue(await debatesOn(ledger, { player }).start({ caseFile: await sampleCase(), debateId }));
  expect(end).toMatchObject({ status: 'error', error: { type: 'model-unreachable' } });
  // It can be tried again at once, and the same question found: nobody said that it is not asked any more.
  expect(gatesIn(ledger, 'pending')).toHaveLength(1);
  expect(await cancel(ledger)).toMatchObject({ stopped: true, withdrawn: [`gate:${gatesIn(ledger, undefined)[0]}`] });
  expect(gatesIn(ledger, 'pending')).toStrictEqual([]);
});

test('a replay that is cancelled takes back nothing of the debate that it plays again', async () => {
  const ledger = debateLedger();
  expectValue(await debatesOn(ledger).start({ caseFile: await sampleCase(), debateId }));
  const player = replayRolePlayer(expectValue(readRecordedDebate(ledger, debateId)));
  const replayId = '0deba7e0-0000-4000-8000-000000000002';
  expectValue(await debatesOn(ledger, { player }).start({ caseFile: await sampleCase(), debateId: replayId }));
  expect(await cancel(ledger, replayId)).toMatchObject({ stopped: true, withdrawn: [] });
  expect(gatesIn(ledger, 'pending')).toHaveLength(1);
});
