import { afterEach, expect, test } from 'vitest';
import { debateUsage, llmRolePlayer, readRecordedDebate, replayRolePlayer } from '../../../../core/debate/index.ts';
import type { Ledger } from '../../../../core/ledger/index.ts';
import { debateId, debateLedger, debatesOn, finalState } from '../../../fixture/debate-runs.ts';
import { expectValue } from '../../../fixture/ledger.ts';
import { clientOf, heldTimers } from '../../language-model/harness.ts';
import { startWireServer, type WireReply, type WireServer } from '../../language-model/wire-server.ts';
import { margin, smallCase, soundOutput } from './small-case.ts';

let server: WireServer;
afterEach(() => server.close());

const says = (value: unknown): WireReply => ({ kind: 'text', text: JSON.stringify(value) });
const lookup = says({ action: 'lookup_claim', arguments: { claim_id: margin } });
const answer = says({ action: 'answer', output: soundOutput });

/** Looks the claim up, then answers. */
function attentive({ body }: { readonly body: Record<string, unknown> }): WireReply {
  return JSON.stringify(body).includes('result of lookup_claim') ? answer : lookup;
}

async function debatesWith(ledger: Ledger, script: Parameters<typeof startWireServer>[0]) {
  server = await startWireServer(script);
  const model = clientOf(server, 'openai-compatible');
  const turn = { max_steps: 4, tokens: 50_000, seconds: 60 };
  return debatesOn(ledger, { player: llmRolePlayer({ clientOf: () => model, turn }), timers: heldTimers() });
}

function count(ledger: Ledger, type: string): number {
  return ledger.page({ filter: { type }, limit: 500, direction: 'ascending' }).events.length;
}

test('five roles by a model hold a debate to its stop reason, and its replay comes to the same', async () => {
  const ledger = debateLedger();
  const debates = await debatesWith(ledger, attentive);
  const end = expectValue(await debates.start({ caseFile: smallCase, debateId }));
  expect(end.status).toBe('done');
  const state = finalState(ledger);
  expect(state.stop_reason).toBe('CONSENSUS');
  expect(state.messages.map(({ output }) => output.tool_calls.map((call) => call.tool_name))).toStrictEqual(
    state.messages.map(() => ['lookup_claim']),
  );
  expect(count(ledger, 'agent.tool_call')).toBe(state.messages.length);
  const requests = server.requests.length;
  const usage = debateUsage(ledger, debateId);
  expect(usage).toMatchObject({ calls: requests, inputTokens: 1_000 * requests, outputTokens: 50 * requests });
  expect(usage.cost).toBeCloseTo(0.00375 * requests, 9);
  expect(usage.currency).toBe('USD');

  const replayId = '0deba7e0-0000-4000-8000-000000000002';
  const player = replayRolePlayer(expectValue(readRecordedDebate(ledger, debateId)));
  const again = await debatesOn(ledger, { player }).start({ caseFile: smallCase, debateId: replayId });
  expect(expectValue(again).status).toBe('done');
  expect(finalState(ledger, replayId).stop_reason).toBe('CONSENSUS');
  expect(debateUsage(ledger, replayId).calls).toBe(0);
  expect(server.requests).toHaveLength(requests);
});

test('a model that is told its violations goes on with a better answer', async () => {
  const bare = says({
    action: 'answer',
    output: { ...soundOutput, muhasabah_record: { supported_claim_ids: [], confidence: 0.9 } },
  });
  const ledger = debateLedger();
  const debates = await debatesWith(ledger, ({ body }) =>
    JSON.stringify(body).includes('FALSIFIABILITY_MISSING') ? answer : bare,
  );
  expect(expectValue(await debates.start({ caseFile: smallCase, debateId })).status).toBe('done');
  const state = finalState(ledger);
  expect(state.stop_reason).toBe('CONSENSUS');
  expect(count(ledger, 'muhasabah.rejected')).toBe(state.messages.length);
});

test('a debate whose endpoint fails stays where it is, and goes on when the endpoint is back', async () => {
  const ledger = debateLedger();
  let up = false;
  const debates = await debatesWith(ledger, (request, index) =>
    up || index < 4 ? attentive(request) : { kind: 'status', status: 503, message: 'overloaded' },
  );
  const end = expectValue(await debates.start({ caseFile: smallCase, debateId }));
  expect(end).toMatchObject({ status: 'error', error: { type: 'model-unavailable' } });
  expect(count(ledger, 'debate.message')).toBe(2);
  expect(count(ledger, 'muhasabah.rejected')).toBe(0);
  expect(count(ledger, 'debate.stopped')).toBe(0);
  up = true;
  expect(expectValue(await debates.resume(debateId)).status).toBe('done');
  expect(finalState(ledger).stop_reason).toBe('CONSENSUS');
  expect(count(ledger, 'muhasabah.rejected')).toBe(0);
});

test.each([
  ['prose', { kind: 'text', text: 'Let us think about it.' }],
  ['nothing', { kind: 'text', text: '' }],
  ['10 MB', { kind: 'bytes', count: 10_000_000 }],
] as const)('a model that only gives %s ends the debate by the rules, audited', async (_, reply) => {
  const ledger = debateLedger();
  const debates = await debatesWith(ledger, [reply]);
  expect(expectValue(await debates.start({ caseFile: smallCase, debateId })).status).toBe('done');
  expect(finalState(ledger)).toMatchObject({ stop_reason: 'CRITICAL_DEFECT', messages: [] });
  expect(count(ledger, 'muhasabah.rejected')).toBe(2);
});

test('a debate that is stopped gives up the call in flight, and goes on to the same end', async () => {
  const stop = new AbortController();
  const ledger = debateLedger();
  let asked = 0;
  // The sanad breaker has looked the claim up and is asked for its output when somebody stops the debate.
  const debates = await debatesWith(ledger, (request) => {
    asked += 1;
    if (asked !== 4) return attentive(request);
    stop.abort();
    return { kind: 'hang' };
  });
  const stopped = expectValue(await debates.start({ caseFile: smallCase, debateId }, stop.signal));
  const kept = ledger.size();
  await server.givenUp;
  expect(stopped).toMatchObject({ status: 'cancelled', steps: 1 });
  expect(count(ledger, 'debate.message')).toBe(1);
  expect(count(ledger, 'muhasabah.rejected')).toBe(0);
  expect(count(ledger, 'agent_run.started')).toBe(count(ledger, 'agent_run.finished'));
  expect(ledger.size()).toBe(kept);

  const resumed = expectValue(await debates.resume(debateId));
  expect(resumed.status).toBe('done');
  expect(finalState(ledger).stop_reason).toBe('CONSENSUS');
  // Asked again and looked up again, but audited once.
  expect(count(ledger, 'agent.tool_call')).toBe(finalState(ledger).messages.length);
});
