import { writeFileSync } from 'node:fs';
import { type Assessment, draftIssue, draftOutcome, draftReport } from '../../../core/contracts/index.ts';
import type { Ledger } from '../../../core/ledger/index.ts';
import { standingOf } from '../../../core/reputation/index.ts';
import type { GateRequestDraft } from '../../../core/review/index.ts';
import type { Home } from '../doors/console.ts';
import { expectValue } from '../expect-value.ts';

/** Text that an agent could write to act on the person who reads it. Each would leave a trace if it ran or loaded. */
export const hostileText = [
  '<script>window.ran = "script"</script>',
  '<img src="https://evil.example/pixel.png" onerror="window.ran = \'image\'">',
  '<svg onload="window.ran = \'svg\'"><a href="javascript:window.ran = 1">x</a></svg>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '<style>body { display: none }</style>',
  '<form action="https://evil.example/"><button>Approve</button></form>',
  '![pixel](https://evil.example/markdown.png)',
  '[approve](javascript:window.ran=2)',
  '{{constructor.constructor("window.ran = 3")()}}',
  '\u202Etxt.exe',
].join('\n\n');

/** One line of it, for titles. */
export const hostileTitle =
  '<img src="https://evil.example/t.png" onerror="window.ran = 4"> wants **this** [now](javascript:window.ran=5)';

export const hostileGate: Partial<GateRequestDraft> = {
  title: hostileTitle,
  requester: { kind: 'agent', id: 'agent<script>window.ran=6</script>' },
  arguments: { command: hostileText, '<b>key</b>': [hostileText] },
  evidence: { note: hostileText },
  why: [{ text: hostileText, rule: '<i>C9</i>', link: null }],
  touches: {
    files: [hostileTitle],
    tools: [hostileText],
    money: hostileTitle,
    people: [hostileTitle],
    reversible: 'unknown',
    note: hostileText,
  },
  falsifiers: [hostileText],
};

const agentId = 'agent <img src=x onerror=window.ran=7>';
const patch = `diff --git a/<b>x.html b/<b>x.html
--- a/<b>x.html
+++ b/<b>x.html
@@ -1 +1 @@
-old
+${hostileText.replaceAll('\n', ' ')}
`;

const hostileAssessment: Assessment = {
  outcome: 'hallucinated',
  score: -1,
  why: hostileText,
  verification: {
    verdict: 'failed',
    gateFailed: 'tests',
    gates: [
      {
        gate: 'tests',
        outcome: 'failed',
        reason: hostileText,
        duration_ms: 5,
        tool: hostileTitle,
        output: 'output/tests',
        marks: [{ file: '<b>x.html', line: 1, column: 1, message: hostileText }],
      },
    ],
    dimensions: null,
    outputs: [{ name: 'output/tests', body: Buffer.from(hostileText) }],
    sandbox: null,
    unsandboxed: true,
  },
};

/** A hallucinated piece of work whose every text is hostile: contract, report, diff, gate output, marks and facts. */
export function addHostileWork(ledger: Ledger): void {
  const contract = {
    task_id: 'hostile-task',
    agent_id: agentId,
    objective: hostileText,
    criteria: [hostileText],
    required_files: ['<b>x.html'],
    run_tests: ['sh', '-c', hostileText],
    shell: false,
    timeout_seconds: 60,
    run_lint: false,
    check_ast: false,
    verification_policy: null,
  };
  const standing = standingOf(ledger, agentId);
  const delivery = {
    taskId: contract.task_id,
    agentId,
    report: { status: 'success', need: null, text: hostileText, unreadable: null },
    via: 'self-report',
    transcript: Buffer.from(hostileText),
    diff: Buffer.from(patch),
    facts: [{ label: hostileTitle, value: hostileText }],
    derived: false,
  } as const;
  const weighed = expectValue(
    draftOutcome(
      { kind: 'integration', id: 'mizan' },
      {
        taskId: contract.task_id,
        agentId,
        title: hostileTitle,
        contract,
        diff: Buffer.from(patch),
        diffIsNew: false,
        assessment: hostileAssessment,
        wasInconclusive: false,
        derived: false,
      },
      standing,
    ),
  );
  const issued = draftIssue({ kind: 'human', id: 'tester' }, contract, standing, {
    title: hostileTitle,
    derived: false,
    source: null,
    shell_gate_id: null,
  });
  expectValue(ledger.append([issued, draftReport(delivery), ...weighed.events]));
}

/** A run whose machine, states, conditions and context are hostile, parked for an agent with a hostile name. */
export function addHostileRun(home: Home, ledger: string): void {
  const machine = {
    spec: 'flatmachine',
    spec_version: '0.7.7',
    data: {
      name: hostileTitle,
      context: { note: '{{ input.note }}' },
      states: {
        start: {
          output_to_context: { '<b>key</b>': '{{ input.note }}' },
          transitions: [
            { condition: `context.note != ${JSON.stringify(hostileTitle)}`, to: 'b' },
            { to: hostileTitle },
          ],
        },
        b: { type: 'final' },
        [hostileTitle]: { agent: hostileTitle, transitions: [{ to: 'b' }] },
      },
    },
  };
  const file = home.path('hostile.json');
  writeFileSync(file, JSON.stringify(machine));
  const input = JSON.stringify({ note: hostileTitle });
  const { code, error } = home.mizan('machine', 'run', file, '--id', 'hostile', '--input', input, '--ledger', ledger);
  if (code !== 0) throw new Error(error);
}
