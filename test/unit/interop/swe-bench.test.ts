import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getChange, getWork, listWork } from '../../../core/contracts/index.ts';
import { importSweBench } from '../../../core/interop/index.ts';
import { listAgents } from '../../../core/reputation/index.ts';
import { countWaitingGates } from '../../../core/review/index.ts';
import { expectProblem, expectValue, handClock, temporaryFolder } from '../../fixture/ledger.ts';
import { workLedger } from '../../fixture/work.ts';

const silent = () => undefined;
const patch = 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n';
const tests = (success: readonly string[], failure: readonly string[]) => ({ success, failure });

function result(instanceId: string, more: object = {}) {
  return {
    instanceId,
    agent: 'coder',
    model: 'm-1',
    modelPatch: patch,
    timestamp: '2026-03-22T08:00:00Z',
    costUsd: 0.5,
    ...more,
  };
}

function task(instance_id: string) {
  const lists = { FAIL_TO_PASS: '["t::a"]', PASS_TO_PASS: '["t::b", "t::c"]' };
  return { instance_id, repo: 'o/r', base_commit: 'abc', title: `Title of ${instance_id}`, ...lists };
}

function report(resolved: boolean) {
  const fail = resolved ? tests(['t::a'], []) : tests([], ['t::a']);
  return {
    resolved,
    patch_successfully_applied: true,
    tests_status: { FAIL_TO_PASS: fail, PASS_TO_PASS: tests(['t::b', 't::c'], []) },
  };
}

/** A small run: one of each kind of result, and one other system. */
function runFolder(change: Readonly<Record<string, string>> = {}): string {
  const folder = join(temporaryFolder(), 'run');
  mkdirSync(folder);
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  const files: Record<string, string> = {
    'results.jsonl': lines([result('good'), result('lie'), result('empty', { modelPatch: ' \n' }), result('unknown')]),
    'tasks.jsonl': lines(['good', 'lie', 'empty', 'unknown'].map(task)),
    'reports.json': JSON.stringify({ good: report(true), lie: report(false) }),
    'other-resolved.json': JSON.stringify({ system: 'Other (M)', resolvedIds: ['lie', 'not-in-the-run'] }),
    ...change,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('importing SWE-bench results (C10)', () => {
  it('makes a contract per instance: patch claims, harness decides, no report is inconclusive', async () => {
    const ledger = workLedger();
    const progress: [number, number][] = [];
    const summary = expectValue(
      await importSweBench(runFolder(), ledger, (done, total) => progress.push([done, total])),
    );
    expect(summary).toMatchObject({ added: 8, known: 0, skipped: [], agents: ['coder/m-1', 'Other (M)'] });
    expect(progress.at(-1)).toEqual([8, 8]);
    const page = expectValue(listWork(ledger, { agentId: 'coder/m-1', cursor: null, limit: 500 }));
    expect(page.rows.map(({ taskId, outcome, score }) => [taskId, outcome, score]).reverse()).toEqual([
      ['good', 'verified', 1],
      ['lie', 'hallucinated', -1],
      ['empty', 'failed', 0],
      ['unknown', 'inconclusive', null],
    ]);
    expect(countWaitingGates(ledger, handClock())).toBe(0);
    const coder = listAgents(ledger).find(({ agentId }) => agentId === 'coder/m-1');
    expect(coder).toMatchObject({ tasks: 4, verified: 1, hallucinated: 1, failures: 1, inconclusive: 1 });
    expect(coder?.reputation).toBeCloseTo((0.65 * 0.7 - 0.3) * 0.7, 12);
  });

  it('keeps the diff, the facts and every test, and marks what the change did not make pass', async () => {
    const ledger = workLedger();
    expectValue(await importSweBench(runFolder(), ledger, silent));
    const work = expectValue(getWork(ledger, { taskId: 'lie', agentId: 'coder/m-1' }));
    expect(work.row).toMatchObject({ title: 'Title of lie', gateFailed: 'tests', derived: false });
    expect(work.facts).toContainEqual({ label: 'Cost', value: '0.50 USD' });
    expect(work.contract.criteria).toEqual(['t::a passes', '2 tests that passed before still pass']);
    const gate = work.gates.find(({ gate }) => gate === 'tests');
    expect(gate).toMatchObject({ outcome: 'failed', reason: '1 of 1 required tests still fail: t::a.' });
    const output = expectValue(ledger.body(gate?.output?.seq ?? -1, 'output/tests'));
    if (output.state !== 'present') throw new Error('the output is gone');
    expect(new TextDecoder().decode(output.body)).toMatch(/FAIL {2}t::a[\s\S]*pass {2}t::b/);
    expect(expectValue(getChange(ledger, { taskId: 'lie', agentId: 'coder/m-1', path: 'a.py' })).marks).toMatchObject([
      { side: 'modified', line: 1, message: '1 of 1 required tests still fail: t::a.', gate: 'tests' },
    ]);
  });

  it('takes other systems by their list, marked as derived', async () => {
    const ledger = workLedger();
    expectValue(await importSweBench(runFolder(), ledger, silent));
    const page = expectValue(listWork(ledger, { agentId: 'Other (M)', cursor: null, limit: 500 }));
    expect(page.rows.every(({ derived }) => derived)).toBe(true);
    expect(page.rows.filter(({ outcome }) => outcome === 'verified').map(({ taskId }) => taskId)).toEqual(['lie']);
    expect(page.rows.filter(({ outcome }) => outcome === 'hallucinated')).toHaveLength(3);
  });

  it('adds nothing when it is run again, and goes on where it was stopped', async () => {
    const ledger = workLedger();
    const folder = runFolder();
    expectValue(await importSweBench(folder, ledger, silent));
    const root = ledger.root();
    expect(expectValue(await importSweBench(folder, ledger, silent))).toMatchObject({ added: 0, known: 8, events: 0 });
    expect(ledger.root()).toBe(root);
    const stopped = await importSweBench(folder, workLedger(), silent, AbortSignal.abort());
    expect(expectProblem(stopped).code).toBe('cancelled');
  });

  it('lists and leaves out what it cannot use', async () => {
    const ledger = workLedger();
    const rows = [
      JSON.stringify(result('good')),
      '{"instanceId": ',
      JSON.stringify({ ...result('x'), agent: 7 }),
      JSON.stringify(result('good')),
      JSON.stringify(result('lie')),
      '{"instanceId":"half","agent":"a","model":"m","modelPatch":"\\ud800"}',
    ];
    const folder = runFolder({
      'results.jsonl': rows.join('\n'),
      'reports.json': JSON.stringify({ good: report(true), lie: { resolved: 'yes' } }),
      'bad-resolved.json': '[]',
    });
    const summary = expectValue(await importSweBench(folder, ledger, silent));
    expect(summary.skipped.map(({ code, place }) => [code, place])).toEqual([
      ['row-malformed', 'results.jsonl:2'],
      ['row-malformed', 'results.jsonl:3'],
      ['row-malformed', 'results.jsonl:6'],
      ['row-malformed', 'reports.json: lie'],
      ['row-malformed', 'bad-resolved.json'],
      ['row-repeated', 'results.jsonl'],
      ['row-missing', 'results.jsonl'],
      ['row-missing', 'results.jsonl'],
    ]);
    const page = expectValue(listWork(ledger, { agentId: 'coder/m-1', cursor: null, limit: 500 }));
    expect(page.rows.map(({ taskId }) => taskId)).toEqual(['good']);
  });

  it('names the file that is missing and appends nothing', async () => {
    const ledger = workLedger();
    const size = ledger.size();
    const problem = expectProblem(await importSweBench(temporaryFolder(), ledger, silent));
    expect(problem).toMatchObject({ code: 'import-file-missing', place: expect.stringContaining('results.jsonl') });
    const malformed = expectProblem(await importSweBench(runFolder({ 'reports.json': '{' }), ledger, silent));
    expect(malformed).toMatchObject({ code: 'import-file-malformed', place: expect.stringContaining('reports.json') });
    expect(ledger.size()).toBe(size);
  });
});

const real = join(import.meta.dirname, '../../../../shared/data/swe-bench-run');

describe.skipIf(!existsSync(real))('the real run of 100 tasks', () => {
  it('gives the counts that its files give', async () => {
    const folder = join(temporaryFolder(), 'real');
    cpSync(real, folder, { recursive: true });
    const ledger = workLedger();
    expect(expectValue(await importSweBench(folder, ledger, silent))).toMatchObject({ added: 400, skipped: [] });
    const reports = Object.values(
      JSON.parse(readFileSync(join(folder, 'reports.json'), 'utf8')) as Record<string, { resolved: boolean }>,
    );
    const resolved = reports.filter((one) => one.resolved).length;
    const coder = listAgents(ledger).find(({ agentId }) => agentId.startsWith('claude-code/'));
    expect(coder).toMatchObject({
      tasks: 100,
      verified: resolved,
      hallucinated: 25,
      failures: 1,
      inconclusive: 1,
      blocked: 0,
    });
    const page = expectValue(listWork(ledger, { agentId: coder?.agentId, cursor: null, limit: 500 }));
    for (const { taskId, agentId } of page.rows) {
      const { diff } = expectValue(getWork(ledger, { taskId, agentId }));
      for (const { path } of diff?.files ?? []) expectValue(getChange(ledger, { taskId, agentId, path }));
      if (diff !== null) expect(diff.files.length).toBeGreaterThan(0);
    }
  });
});
