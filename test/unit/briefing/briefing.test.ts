import { expect, test } from 'vitest';
import { readBriefing } from '../../../core/briefing/index.ts';
import { openGate } from '../../fixture/gates.ts';
import { expectValue, handClock } from '../../fixture/ledger.ts';
import { weigh } from '../../fixture/weighed-work.ts';
import { workLedger } from '../../fixture/work.ts';

test('a gate shows the evidence of the agent that it is about, not of another one on the same task', () => {
  const ledger = workLedger();
  const clock = handClock();
  weigh(ledger, 't', 'a', { reason: 'the tests of a pass' });
  weigh(ledger, 't', 'b', { outcome: 'failed', reason: 'the tests of b fail' });
  const evidenceAt = (agentId: string | null) => {
    const { gateId } = openGate(ledger, clock, { taskId: 't', agentId });
    return expectValue(readBriefing(ledger, gateId, null, clock)).evidence.find(({ text }) => text.startsWith('tests'));
  };
  const link = { view: 'work', id: 't' };
  expect(evidenceAt('a')).toEqual({
    sign: 'verified',
    text: 'tests: the tests of a pass',
    link: { ...link, agent: 'a' },
  });
  expect(evidenceAt('b')).toMatchObject({ sign: 'failed', link: { ...link, agent: 'b' } });
  // A gate that names no agent is about the newest work.
  expect(evidenceAt(null)).toMatchObject({ sign: 'failed', link: { ...link, agent: 'b' } });
  expect(evidenceAt('c')).toBeUndefined();
});
