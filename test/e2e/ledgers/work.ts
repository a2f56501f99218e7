import {
  type Assessment,
  draftIssue,
  draftOutcome,
  draftReport,
  type Verification,
} from '../../../core/contracts/index.ts';
import type { Ledger } from '../../../core/ledger/index.ts';
import { standingOf } from '../../../core/reputation/index.ts';
import { expectValue } from '../expect-value.ts';

export const workers = { first: 'coder/model-1', second: 'coder/model-2' } as const;
const patch = `diff --git a/src/total.py b/src/total.py
--- a/src/total.py
+++ b/src/total.py
@@ -1,3 +1,3 @@
 def total(items):
-    return sum(items)
+    return len(items)
 
`;

const verifications: Readonly<Record<'verified' | 'failed', Verification>> = {
  verified: {
    verdict: 'verified',
    gateFailed: null,
    gates: [gate('passed', 'All 4 tests pass.', [])],
    dimensions: null,
    outputs: [{ name: 'output/tests', body: Buffer.from('4 passed\n') }],
    sandbox: { provider: 'bubblewrap', policy_digest: `sha256:${'a'.repeat(64)}` },
    unsandboxed: false,
  },
  failed: {
    verdict: 'failed',
    gateFailed: 'tests',
    gates: [
      gate('failed', '1 of 4 tests fails: test_total.', [
        { file: 'src/total.py', line: 2, column: 5, message: 'test_total: expected 6, got 3' },
      ]),
    ],
    dimensions: null,
    outputs: [
      { name: 'output/tests', body: Buffer.from('FAILED test_total: expected 6, got 3\n1 failed, 3 passed\n') },
    ],
    sandbox: { provider: 'bubblewrap', policy_digest: `sha256:${'a'.repeat(64)}` },
    unsandboxed: false,
  },
};

function gate(outcome: 'passed' | 'failed', reason: string, marks: Verification['gates'][number]['marks']) {
  return {
    gate: 'tests',
    outcome,
    reason,
    duration_ms: 412,
    tool: 'pytest 9.1',
    output: 'output/tests',
    marks,
  } as const;
}

const verified: Assessment = {
  outcome: 'verified',
  score: 1,
  why: 'Success was claimed and every check agrees.',
  verification: verifications.verified,
};
const hallucinated: Assessment = {
  outcome: 'hallucinated',
  score: -1,
  why: 'Success was claimed and the tests gate failed.',
  verification: verifications.failed,
};

/** Another agent's work on the first task, later than the first one's, and hallucinated. */
export function addSecondWork(ledger: Ledger): void {
  addOne(ledger, 'task-1', 'Add totals to the invoice', 'success', hallucinated, workers.second);
}

/** One verified, one hallucinated and one honestly blocked piece of work of one agent, recorded by the real rooms. */
export function addWork(ledger: Ledger): void {
  const blocked: Assessment = {
    outcome: 'blocked',
    score: 0.5,
    why: 'An honest stop: the agent needs the schema.',
    verification: null,
  };
  addOne(ledger, 'task-1', 'Add totals to the invoice', 'success', verified);
  addOne(ledger, 'task-2', 'Sum the items, not their number', 'success', hallucinated);
  addOne(ledger, 'task-3', 'Migrate the invoice table', 'blocked', blocked);
}

function addOne(
  ledger: Ledger,
  taskId: string,
  title: string,
  status: 'success' | 'blocked',
  assessment: Assessment,
  agentId: string = workers.first,
): void {
  const contract = {
    task_id: taskId,
    agent_id: agentId,
    objective: `${title}.`,
    criteria: ['the tests pass'],
    required_files: ['src/total.py'],
    run_tests: ['pytest', '-q'],
    shell: false,
    timeout_seconds: 60,
    run_lint: false,
    check_ast: true,
    verification_policy: null,
  };
  const human = { kind: 'human', id: 'tester' } as const;
  const standing = standingOf(ledger, agentId);
  const diff = status === 'success' ? Buffer.from(patch) : null;
  const outcome = expectValue(
    draftOutcome(
      human,
      { taskId, agentId, title, contract, diff, diffIsNew: false, assessment, wasInconclusive: false, derived: false },
      standing,
    ),
  );
  expectValue(
    ledger.append([
      draftIssue(human, contract, standing, { title, derived: false, source: null, shell_gate_id: null }),
      draftReport({
        taskId,
        agentId,
        report: {
          status,
          need: status === 'blocked' ? 'the schema' : null,
          text: `Done: **${title}**.`,
          unreadable: null,
        },
        via: 'self-report',
        transcript: null,
        diff,
        facts: [{ label: 'Cost', value: '0.12 USD' }],
        derived: false,
      }),
      ...outcome.events,
    ]),
  );
}
