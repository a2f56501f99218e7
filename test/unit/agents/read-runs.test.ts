import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeAgentRunEvent, getAgentRun, listAgentRuns, runAgent } from '../../../core/agents/index.ts';
import {
  type ActionRecord,
  agentState,
  closeRun,
  GovernedTool,
  registryOf,
  replay,
  toolSpec,
} from '../../../core/kernel/index.ts';
import { type Ledger, openLedger } from '../../../core/ledger/index.ts';
import type { Result } from '../../../core/problem/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { patientTimers } from './fake-world.ts';

let folder: string;
let ledger: Ledger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-agent-run-'));
  const options = { projections: [], clock: systemClock, random: systemRandom, create: true };
  ledger = valueOrThrow(openLedger(join(folder, 'run.mizan'), options));
});

afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

function valueOrThrow<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

const tools = [
  GovernedTool.govern(toolSpec({ name: 'kg', tokenCost: 5, timeCost: 1 }), async (query) => [`answer to ${query}`]),
  GovernedTool.govern(toolSpec({ name: 'shell', requiresExecute: true }), async () => 'never'),
];
const initial = agentState({ tokenBudget: 100 });

async function run(runId: string, names: readonly string[]) {
  const left = [...names];
  const thinker = {
    think: async () => {
      const toolName = left.shift();
      return toolName === undefined
        ? { action: { kind: 'final-answer', answer: '42' } }
        : { action: { kind: 'tool-call', toolName, query: 'why' } };
    },
  };
  const options = { runId, agentId: 'agent-7', state: initial, tools, thinker, ledger, timers: patientTimers };
  return valueOrThrow(await runAgent(options));
}

test('a run is read back with verdicts, budgets and why a call was refused', async () => {
  await run('r1', ['kg', 'shell']);
  const detail = valueOrThrow(getAgentRun(ledger, 'r1'));
  expect(detail.row).toMatchObject({
    agentId: 'agent-7',
    sign: 'failed',
    steps: 2,
    ending: 'Tool not permitted or insufficient budget',
  });
  expect(detail.steps).toMatchObject([
    {
      step: 1,
      toolName: 'kg',
      verdict: 'permitted',
      sign: 'verified',
      before: { tokenBudget: 100 },
      after: { tokenBudget: 95 },
    },
    {
      step: 2,
      toolName: 'shell',
      verdict: 'refused',
      sign: 'failed',
      obstacles: ['needs to execute code, which is not granted'],
    },
  ]);
  expect(detail.steps[0]?.observation?.mediaType).toBe('text/plain');
  expect(detail.tools.map((tool) => tool.name)).toEqual(['kg', 'shell']);
});

test('the ledger alone gives the state of the run', async () => {
  const { state } = await run('r1', ['kg', 'kg']);
  const records: ActionRecord[] = [];
  for (const event of ledger.page({ filter: { subject: 'agent_run:r1' }, limit: 500, direction: 'ascending' }).events) {
    if (!event.payloads.some((payload) => payload.name === 'record')) continue;
    const body = valueOrThrow(ledger.body(event.seq, 'record'));
    if (body.state === 'present') records.push(JSON.parse(Buffer.from(body.body).toString('utf8')) as ActionRecord);
  }
  expect(records).toHaveLength(3);
  expect(closeRun(replay(records, registryOf(tools), initial))).toEqual(state);
});

test('runs are listed newest first, page by page', async () => {
  await run('r1', []);
  await run('r2', ['kg']);
  const first = valueOrThrow(listAgentRuns(ledger, { cursor: null, limit: 1 }));
  expect(first.rows.map((row) => [row.runId, row.ending, row.steps])).toEqual([['r2', 'answered', 2]]);
  const second = valueOrThrow(listAgentRuns(ledger, { cursor: first.next, limit: 1 }));
  expect(second.rows.map((row) => row.runId)).toEqual(['r1']);
});

test('a run that nobody made is a problem with its own code', () => {
  expect(getAgentRun(ledger, 'nobody')).toMatchObject({ ok: false, problem: { code: 'run-not-found' } });
});

test('every event of a run has its sentence', async () => {
  await run('r1', ['kg', 'shell']);
  const { events } = ledger.page({ filter: { type: 'agent_run.' }, limit: 500, direction: 'ascending' });
  expect(events.map(describeAgentRunEvent)).toEqual([
    'agent-7 began the run r1',
    'The kernel let agent-7 use kg in step 1 of r1',
    'kg came back in step 1 of r1',
    'The kernel refused agent-7 the use of shell in step 2 of r1: Tool not permitted or insufficient budget',
    'The run r1 ended after 2 steps',
  ]);
});

test('a run that somebody stopped is neither answered nor failed', async () => {
  const thinker = { think: () => new Promise<never>(() => undefined) };
  const options = { runId: 'r9', agentId: 'agent-7', state: initial, tools, thinker, ledger, timers: patientTimers };
  expect(await runAgent({ ...options, signal: AbortSignal.abort() })).toMatchObject({ ok: false });
  expect(valueOrThrow(getAgentRun(ledger, 'r9')).row).toMatchObject({ sign: 'skipped', ending: 'stopped', steps: 0 });
});
