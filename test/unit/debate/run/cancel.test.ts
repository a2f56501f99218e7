import { expect, test } from 'vitest';
import { debateRunId, debateSubject, gatesOfDebateRun, humanGateCreated } from '../../../../core/debate/index.ts';
import { listGates } from '../../../../core/review/index.ts';
import { LedgerRuns } from '../../../../core/runs/index.ts';
import { debateId, debateLedger, debatesOn, sampleCase } from '../../../fixture/debate-runs.ts';
import { agent, openGate } from '../../../fixture/gates.ts';
import { countingRandom, expectValue, handClock } from '../../../fixture/ledger.ts';

test('cancelling a debate that waits takes back every gate that it opened, and it can go on without the answers', async () => {
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
  });
  expectValue(ledger.append([created]));
  const runs = new LedgerRuns({
    ledger,
    clock,
    random: countingRandom(),
    agents: { find: () => undefined },
    hooks: {},
    gatesOf: (executionId) => gatesOfDebateRun(ledger, executionId),
    notice: () => undefined,
  });
  const cancelled = expectValue(await runs.cancel(debateRunId(debateId)));
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

  expect(expectValue(await debatesOn(ledger).resume(debateId))).toMatchObject({ status: 'done' });
});
