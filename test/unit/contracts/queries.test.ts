import { describe, expect, it } from 'vitest';
import type { OperationOutput } from '../../../core/api/index.ts';
import { getChange, getWork, listWork } from '../../../core/contracts/index.ts';
import { getAgent, listAgents } from '../../../core/reputation/index.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';
import { weigh } from '../../fixture/weighed-work.ts';
import { workLedger } from '../../fixture/work.ts';

const mark = { gate: 'tests', findingId: null };
const ofTests = { gate: 'tests', severity: 'error', findingId: null, rule: null, suggestion: null };
const page = { cursor: null, limit: 500 };

describe('listing work', () => {
  it('pages through everything, newest first, without gaps or repeats', () => {
    const ledger = workLedger();
    for (let index = 0; index < 25; index += 1) weigh(ledger, `t${index}`, index % 2 === 0 ? 'even' : 'odd', {});
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: OperationOutput<'work.list'> = expectValue(listWork(ledger, { cursor, limit: 4 }));
      expect(next.total).toBe(25);
      seen.push(...next.rows.map(({ taskId }) => taskId));
      cursor = next.next;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `t${24 - index}`));
  });

  it('filters by agent, outcome and text, wildcards read as text', () => {
    const ledger = workLedger();
    weigh(ledger, 'alpha', 'a', {});
    weigh(ledger, 'beta', 'a', { outcome: 'failed' });
    weigh(ledger, '100%', 'b', {});
    const ids = (query: object) =>
      expectValue(listWork(ledger, { ...page, ...query })).rows.map(({ taskId }) => taskId);
    expect(ids({ agentId: 'a' })).toEqual(['beta', 'alpha']);
    expect(ids({ outcome: 'hallucinated' })).toEqual(['beta']);
    expect(ids({ agentId: 'a', outcome: 'verified' })).toEqual(['alpha']);
    expect(ids({ text: 'ALPH' })).toEqual(['alpha']);
    expect(ids({ text: '%' })).toEqual(['100%']);
    expect(ids({ text: '_' })).toEqual([]);
    expect(expectProblem(listWork(ledger, { ...page, cursor: 'x' })).code).toBe('cursor-invalid');
  });
});

describe('one piece of work', () => {
  it('tells the whole story', () => {
    const ledger = workLedger();
    weigh(ledger, 't', 'a', { outcome: 'failed', reason: 'test_x still fails' });
    const work = expectValue(getWork(ledger, { taskId: 't' }));
    expect(work.row).toMatchObject({ outcome: 'hallucinated', sign: 'failed', gateFailed: 'tests', score: -1 });
    expect(work.claim).toMatchObject({ status: 'success', text: 'did it' });
    expect(work.score).toMatchObject({ value: -1, reputationBefore: 0.5 });
    expect(work.facts).toEqual([{ label: 'Cost', value: '1 USD' }]);
    expect(work.diff?.files).toEqual([
      { path: 'src/a.py', previousPath: null, status: 'modified', additions: 2, deletions: 2, marks: [mark, mark] },
      { path: 'new.txt', previousPath: 'old.txt', status: 'renamed', additions: 1, deletions: 1, marks: [mark] },
      { path: 'added.ts', previousPath: null, status: 'added', additions: 2, deletions: 0, marks: [mark] },
    ]);
    expect(work.history.map(({ type }) => type)).toEqual([
      'contract.issued',
      'report.received',
      'work.verified',
      'work.scored',
    ]);
  });

  it('keeps the work of two agents on one task apart', () => {
    const ledger = workLedger();
    weigh(ledger, 't', 'a', {});
    weigh(ledger, 't', 'b', { outcome: 'failed' });
    expect(expectValue(getWork(ledger, { taskId: 't', agentId: 'a' })).row.outcome).toBe('verified');
    expect(expectValue(getWork(ledger, { taskId: 't', agentId: 'a' })).history).toHaveLength(4);
    expect(expectValue(getWork(ledger, { taskId: 't' })).row.agentId).toBe('b');
    expect(expectProblem(getWork(ledger, { taskId: 't', agentId: 'c' }))).toMatchObject({
      code: 'task-unknown',
      place: 'c',
    });
  });
});

describe('one changed file', () => {
  it('has the lines of the patch with their real numbers, and a gap between hunks', () => {
    const ledger = workLedger();
    weigh(ledger, 't', 'a', {});
    const change = expectValue(getChange(ledger, { taskId: 't', path: 'src/a.py' }));
    expect(change).toMatchObject({ language: 'python', complete: false, marks: [] });
    expect(change.originalLines).toEqual([0, 10, 11, 12, 0, 40, 41, 42]);
    expect(change.modifiedLines).toEqual([0, 10, 11, 12, 13, 0, 41, 42]);
    expect(change.modified.split('\n')).toEqual(['', 'ten', 'ELEVEN', 'twelve', 'after', '', 'forty', 'end']);
    expect(expectValue(getChange(ledger, { taskId: 't', path: 'added.ts' }))).toMatchObject({
      complete: true,
      original: '',
    });
    expect(expectProblem(getChange(ledger, { taskId: 't', path: 'none' })).code).toBe('file-unknown');
  });

  it('marks the places that a gate names', () => {
    const ledger = workLedger();
    const marks = [
      { file: 'src/a.py', line: 12, column: 1, message: 'here' },
      { file: 'src/a.py', line: 99, column: 1, message: 'outside the patch' },
      { file: 'other.py', line: 12, column: 1, message: 'elsewhere' },
    ];
    weigh(ledger, 't', 'a', { outcome: 'failed', marks });
    const change = expectValue(getChange(ledger, { taskId: 't', path: 'src/a.py' }));
    expect(change.marks).toEqual([{ ...ofTests, side: 'modified', line: 4, message: 'here' }]);
  });

  it('marks the first line of every hunk when the failed gate names no place', () => {
    const ledger = workLedger();
    weigh(ledger, 't', 'a', { outcome: 'failed', reason: 'test_x still fails' });
    const change = expectValue(getChange(ledger, { taskId: 't', path: 'src/a.py' }));
    expect(change.marks).toEqual([
      { ...ofTests, side: 'modified', line: 3, message: 'test_x still fails' },
      { ...ofTests, side: 'original', line: 7, message: 'test_x still fails' },
    ]);
  });

  it('says that a redacted diff is gone', () => {
    const ledger = workLedger();
    weigh(ledger, 't', 'a', {});
    expectValue(ledger.redact({ seq: 2, name: 'diff', reason: 'holds a key', actor: { kind: 'human', id: 'sam' } }));
    expect(expectProblem(getChange(ledger, { taskId: 't', path: 'src/a.py' })).code).toBe('body-redacted');
    expect(expectValue(getWork(ledger, { taskId: 't' })).diff?.files).toEqual([]);
  });
});

describe('agents', () => {
  it('count what became of their work', () => {
    const ledger = workLedger();
    weigh(ledger, 't1', 'a', {});
    weigh(ledger, 't2', 'a', { outcome: 'failed' });
    weigh(ledger, 't3', 'a', { outcome: 'inconclusive' });
    weigh(ledger, 't1', 'b', {});
    expect(listAgents(ledger).map(({ agentId }) => agentId)).toEqual(['b', 'a']);
    const { summary, points, truncated } = expectValue(getAgent(ledger, 'a'));
    expect(summary).toMatchObject({ tasks: 3, verified: 1, hallucinated: 1, inconclusive: 1, blocked: 0, failures: 0 });
    expect(summary.reputation).toBeCloseTo(0.65 * 0.7 - 0.3, 12);
    expect(points.map(({ score }) => score)).toEqual([1, -1]);
    expect(truncated).toBe(false);
    expect(expectProblem(getAgent(ledger, 'nobody')).code).toBe('agent-unknown');
  });
});
