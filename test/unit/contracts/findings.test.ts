import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  askRisk,
  assessClaim,
  draftIssue,
  draftOutcome,
  draftReport,
  type FoundDimensions,
  getChange,
  getRule,
  getWork,
  listRules,
  markFinding,
  reportFrom,
} from '../../../core/contracts/index.ts';
import type { Ledger } from '../../../core/ledger/index.ts';
import { standingOf } from '../../../core/reputation/index.ts';
import { verifyDecision } from '../../../core/review/index.ts';
import { ruleText, ruleTexts } from '../../../core/rules/index.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';
import { contractOf, decide, reviewer, workLedger, workWorld } from '../../fixture/work.ts';

const diff = new TextEncoder().encode(`diff --git a/src/a.py b/src/a.py
index 1111111..2222222 100644
--- a/src/a.py
+++ b/src/a.py
@@ -10,3 +10,4 @@ def f():
 ten
-eleven
+ELEVEN
+twelve
 after
`);

const tooLong = {
  dimension: 'style',
  severity: 'warning',
  rule: 'style/line-length',
  file: 'src/a.py',
  line: 11,
  symbol: 'ELEVEN',
  message: 'The line has 130 characters (limit: 120)',
  suggestion: 'Break the line',
} as const;
const tooDeep = {
  ...tooLong,
  dimension: 'complexity',
  severity: 'error',
  rule: 'complexity/nesting',
  line: 2,
} as const;

/** Weighed work with these findings. */
function work(findings: FoundDimensions['findings'] = [tooLong], taskId = 't1', agentId = 'bot'): Ledger {
  const ledger = workLedger();
  addWork(ledger, findings, taskId, agentId);
  return ledger;
}

function addWork(ledger: Ledger, findings: FoundDimensions['findings'], taskId: string, agentId: string): void {
  const contract = contractOf({ task_id: taskId, agent_id: agentId, verification_policy: 'own' });
  const warnings = findings.filter(({ severity }) => severity !== 'error').length;
  const more = { duration_ms: 1, tool: 'mizan', output: null, marks: [] };
  const failed = findings.length > warnings;
  const assessment = assessClaim({
    verdict: failed ? 'failed' : 'verified',
    gateFailed: failed ? 'complexity' : null,
    gates: [{ ...more, gate: 'complexity', outcome: failed ? 'failed' : 'passed', reason: 'as found' }],
    dimensions: {
      policy: 'own',
      policyDigest: 'sha256:0',
      found: findings.length,
      warnings,
      findings,
      open: [],
      json: '{}',
    },
    outputs: [],
    sandbox: null,
    unsandboxed: false,
  });
  const title = taskId;
  const standing = standingOf(ledger, agentId);
  const rest = { taskId, agentId, diff, derived: false };
  const outcome = draftOutcome(
    { kind: 'system', id: 'mizan' },
    { ...rest, title, contract, diffIsNew: false, assessment, wasInconclusive: false },
    standing,
  );
  const issueMore = { title, derived: false, source: null, shell_gate_id: null };
  expectValue(
    ledger.append([
      draftIssue({ kind: 'human', id: 'tester' }, contract, standing, issueMore),
      draftReport({ ...rest, report: reportFrom({ status: 'success' }), via: 'api', transcript: null, facts: [] }),
      ...expectValue(outcome).events,
    ]),
  );
}

const findingsOf = (ledger: Ledger, taskId = 't1') =>
  expectValue(getWork(ledger, { taskId })).verification?.findings ?? [];
const nameOf = (ledger: Ledger, index = 0, taskId = 't1') => ({
  taskId,
  agentId: 'bot',
  findingId: findingsOf(ledger, taskId)[index]?.findingId ?? '',
});

describe('the marks of a change', () => {
  it('show every finding at its line, or at the nearest line that is shown', () => {
    const ledger = work([tooLong, tooDeep, { ...tooLong, line: null, rule: 'scope/forbidden', dimension: 'scope' }]);
    const { marks } = expectValue(getChange(ledger, { taskId: 't1', path: 'src/a.py' }));
    expect(marks.map(({ rule, line }) => [rule, line])).toEqual([
      ['complexity/nesting', 2],
      ['style/line-length', 3],
      ['scope/forbidden', 3],
    ]);
    expect(marks[0]?.message).toContain('line 2, which is not shown: ');
    const files = expectValue(getWork(ledger, { taskId: 't1' })).diff?.files ?? [];
    expect(files[0]?.marks.map(({ findingId }) => findingId)).toEqual(marks.map(({ findingId }) => findingId));
  });

  it('name the findings of another change differently', () => {
    const ledger = work();
    const before = findingsOf(ledger)[0]?.findingId;
    expect(before).toMatch(/^f-[0-9a-f]{16}$/);
    expect(findingsOf(work())[0]?.findingId).toBe(before);
    expect(findingsOf(work([tooLong, tooLong])).map(({ findingId }) => findingId)).toHaveLength(2);
    expect(new Set(findingsOf(work([tooLong, tooLong])).map(({ findingId }) => findingId)).size).toBe(2);
  });
});

describe('a false alarm', () => {
  it('is counted for its rule, and taken back by a later event', () => {
    const ledger = work();
    const sam = reviewer(ledger);
    expect(expectProblem(markFinding(ledger, nameOf(ledger), { mark: 'false-alarm', reason: ' ' }, sam)).code).toBe(
      'reason-required',
    );
    expectValue(markFinding(ledger, nameOf(ledger), { mark: 'false-alarm', reason: 'a link' }, sam));
    expect(findingsOf(ledger)[0]?.falseAlarm).toMatchObject({ by: 'sam', reason: 'a link' });
    const page = expectValue(getRule(ledger, 'style/line-length'));
    expect(page.row).toMatchObject({ found: 1, falseAlarms: 1, acceptedRisks: 0 });
    expect(page.marks).toMatchObject([{ kind: 'false-alarm', by: 'sam', reason: 'a link', taskId: 't1' }]);
    const again = markFinding(ledger, nameOf(ledger), { mark: 'false-alarm', reason: 'again' }, sam);
    expect(expectProblem(again).code).toBe('mark-unchanged');
    expectValue(markFinding(ledger, nameOf(ledger), { mark: 'withdrawn', reason: '' }, sam));
    expect(findingsOf(ledger)[0]?.falseAlarm).toBeNull();
    expect(listRules(ledger).rows.find(({ rule }) => rule === 'style/line-length')).toMatchObject({ falseAlarms: 0 });
    const types = ledger.page({ filter: { type: 'finding.' }, limit: 9, direction: 'ascending' }).events;
    expect(types.map(({ data }) => data.mark)).toEqual(['false-alarm', 'withdrawn']);
  });

  it('is for reviewers who decide, about findings that are there', () => {
    const ledger = work();
    const admin = reviewer(ledger);
    const alarm = { mark: 'false-alarm', reason: 'no' } as const;
    expect(expectProblem(markFinding(ledger, { ...nameOf(ledger), findingId: 'f-0' }, alarm, admin)).code).toBe(
      'finding-unknown',
    );
    const other = work();
    expect(expectProblem(markFinding(other, nameOf(other), alarm, admin)).code).toBe('unknown-reviewer');
    const third = work();
    expect(expectProblem(markFinding(third, nameOf(third), alarm, reviewer(third, 'AUDITOR'))).code).toBe(
      'role-may-not-decide',
    );
  });
});

describe('an accepted risk', () => {
  it('is a signed decision with a reason, bound to the finding and the change', () => {
    const ledger = work([tooDeep]);
    const sam = reviewer(ledger, 'PARTNER');
    const world = workWorld();
    const { gateId } = expectValue(askRisk(ledger, nameOf(ledger), sam, world));
    expect(expectValue(askRisk(ledger, nameOf(ledger), sam, world)).gateId).toBe(gateId);
    expect(findingsOf(ledger)[0]?.risk).toEqual({ gateId, state: 'asked', decision: null });
    const seq = expectValue(decide(ledger, gateId, 'approve', sam, world.clock)).seq;
    expect(expectValue(verifyDecision(ledger, seq))).toMatchObject({ gateId, signer: 'sam' });
    expect(findingsOf(ledger)[0]?.risk).toMatchObject({
      state: 'accepted',
      decision: { by: 'sam', reason: 'looked at it' },
    });
    expect(expectValue(getRule(ledger, 'complexity/nesting')).row.acceptedRisks).toBe(1);
    expect(expectProblem(askRisk(ledger, nameOf(ledger), sam, world)).code).toBe('risk-decided');
    expect(expectValue(getWork(ledger, { taskId: 't1' })).row).toMatchObject({ outcome: 'hallucinated', score: -1 });
  });

  it('that was refused can be asked for again', () => {
    const ledger = work();
    const sam = reviewer(ledger);
    const world = workWorld();
    const { gateId } = expectValue(askRisk(ledger, nameOf(ledger), sam, world));
    expectValue(decide(ledger, gateId, 'reject', sam, world.clock));
    expect(findingsOf(ledger)[0]?.risk).toMatchObject({ state: 'refused', decision: { by: 'sam' } });
    expect(expectValue(askRisk(ledger, nameOf(ledger), sam, world)).gateId).not.toBe(gateId);
    expect(findingsOf(ledger)[0]?.risk).toMatchObject({ state: 'asked', decision: null });
  });
});

describe('the pages of rules', () => {
  it('explain every rule that the dimensions can report', () => {
    const folder = join(import.meta.dirname, '../../../core/verification');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const written = sources.flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /'((?:scope|style|semantics|complexity|reward-hacking|syntax)\/[a-z-]+)'/g,
      ),
    ]);
    const made = [
      ...['name', 'member', 'import', 'package', 'arity'].map((rule) => `hallucination/${rule}`),
      ...['test', 'ci', 'lint'].map((guard) => `reward-hacking/${guard}-touched`),
      ...['missing', 'binary', 'not-utf8', 'locked'].map((outcome) => `files/${outcome}`),
    ];
    const reported = new Set([...written.map((match) => match[1] ?? ''), ...made]);
    expect([...reported].sort()).toEqual(ruleTexts.map(({ rule }) => rule).toSorted());
    for (const rule of reported) expect(ruleText(rule)?.meaning.length, rule).toBeGreaterThan(20);
  });

  it('say that a rule is unknown', () => {
    expect(expectProblem(getRule(work(), 'style/none')).code).toBe('rule-unknown');
  });
});
