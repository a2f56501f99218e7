import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LedgerRuns } from '../../../core/runs/index.ts';
import { systemClock, systemRandom } from '../../../core/world/index.ts';
import { type TestHost, testHost } from '../../fixture/host.ts';
import { expectProblem, expectValue } from '../../fixture/ledger.ts';
import { load, machineOf } from '../machine/harness.ts';

const to = (state: string) => [{ to: state }];
const ask = (next: string) => ({
  action: 'human_gate',
  input: { title: 'Send the letter', tool: 'mail.send' },
  transitions: [{ condition: 'context.gate.state == "approved"', to: next }, { to: 'refused' }],
});
const ends = { sent: { type: 'final', output: { by: '{{ context.gate.state }}' } }, refused: { type: 'final' } };

const letter = machineOf({ ask: ask('sent'), ...ends });
const letterByProgram = machineOf({
  ask: ask('send'),
  send: { action: 'send', on_error: { default: 'refused' }, transitions: to('sent') },
  ...ends,
});
/** Counts far, one step a number, once somebody approved. */
const longCount = machineOf(
  {
    ask: ask('count'),
    count: {
      output_to_context: { n: '{{ context.n + 1 }}' },
      transitions: [{ condition: 'context.n < 100000', to: 'count' }, { to: 'sent' }],
    },
    ...ends,
  },
  { context: { n: 0 }, settings: { max_steps: 200_000 } },
);
const family = machineOf(
  {
    write: { machine: 'letter', output_to_context: { letter: '{{ output.by }}' }, transitions: to('written') },
    written: { type: 'final', output: { letter: '{{ context.letter }}' } },
  },
  {
    machines: {
      letter: {
        spec: 'flatmachine',
        spec_version: '0.7.7',
        data: { name: 'letter', states: { ask: ask('sent'), ...ends } },
      },
    },
  },
);

/** A host with a reviewer, and a run of this machine that another process started and left. */
async function withRun(source: unknown): Promise<TestHost & { readonly gateId: string }> {
  const made = await testHost();
  onTestFinished(() => made.close());
  expectValue(await made.host.begin(made.ledgerPath));
  expectValue(
    await made.ask('reviewer.enroll', { reviewerId: 'sam', name: 'Sam', role: 'ADMIN', passphrase: 'correct horse' }),
  );
  const runs = new LedgerRuns({
    ledger: made.otherProcess(),
    clock: systemClock,
    random: systemRandom,
    agents: { find: () => undefined },
    hooks: {},
    isMissing: () => true,
    notice: () => undefined,
  });
  expectValue(await runs.start(await load(source), {}, 'r1'));
  const gates = expectValue(await made.ask('gates.list', { state: 'pending' }));
  return { ...made, gateId: gates.rows[0]?.gateId ?? '' };
}

async function decide(made: TestHost & { readonly gateId: string }, verb: 'approve' | 'reject'): Promise<void> {
  const { gateId } = made;
  const { digest } = expectValue(await made.ask('gates.get', { gateId })).action;
  expectValue(await made.ask('gates.decide', { gateId, verb, reason: 'I read it', digest, sectionsSeen: [] }));
}

/** A job ends in milliseconds, or in seconds where others use the processors. */
const patience = { timeout: 30_000 };

async function ending(made: TestHost, message: string | RegExp): Promise<void> {
  await vi.waitFor(() => {
    const finished = made.told.find((event) => event.type === 'job.finished');
    const wanted = typeof message === 'string' ? message : (expect.stringMatching(message) as string);
    expect(finished).toMatchObject({ outcome: 'done', message: wanted });
  }, patience);
}

const runOf = async (made: TestHost, executionId = 'r1') => expectValue(await made.ask('runs.get', { executionId }));

describe('a run that waits for a person', () => {
  test('cannot be resumed before the decision, and says which gate it waits for', async () => {
    const made = await withRun(letter);
    const run = await runOf(made);
    expect(run).toMatchObject({
      row: { status: 'parked', sign: 'pending' },
      gate: { gateId: made.gateId, state: 'pending' },
      cannotResume: 'It waits for a decision: “Send the letter”.',
      cannotCancel: null,
      worker: null,
    });
    expect(expectProblem(await made.ask('runs.resume', { executionId: 'r1' }))).toMatchObject({
      code: 'run-not-resumable',
      message: run.cannotResume,
    });
  });

  test.each([
    ['approve', 'sent'],
    ['reject', 'refused'],
  ] as const)('goes on by itself when somebody decides: %s', async (verb, state) => {
    const made = await withRun(letter);
    await decide(made, verb);
    await ending(made, /\(r1\) is completed$/);
    expect(await runOf(made)).toMatchObject({ row: { status: 'done', state }, cannotResume: 'It is completed.' });
  });

  test('with the run that called it', async () => {
    const made = await withRun(family);
    expect(await runOf(made)).toMatchObject({ gate: { gateId: made.gateId, state: 'pending' }, childCount: 1 });
    await decide(made, 'approve');
    await ending(made, /\(r1\) is completed$/);
    expect((await runOf(made)).output?.text).toContain('"letter": "approved"');
    const children = expectValue(await made.ask('runs.children', { executionId: 'r1', step: 1 }));
    expect(children.rows).toMatchObject([{ executionId: 'r1.0c0', status: 'done', parent: 'r1' }]);
    expect(expectValue(await made.ask('runs.steps', { executionId: 'r1', from: 1 })).rows).toMatchObject([
      { step: 1, children: 1 },
      { step: 2, children: 0 },
    ]);
    expect(expectValue(await made.ask('runs.list', { topOnly: true })).rows).toHaveLength(1);
    expect(expectValue(await made.ask('runs.list', { text: 'r1.0C' })).rows).toHaveLength(1);
  });
});

describe('programs', () => {
  test('are never started by the console: the run parks in front of the state, and no error is taken', async () => {
    const made = await withRun(letterByProgram);
    await decide(made, 'approve');
    await ending(made, /\(r1\) waits for the action send$/);
    expect(await runOf(made)).toMatchObject({
      row: { status: 'parked', state: 'send', error: null, waitingFor: 'action:send' },
      cannotResume: 'It needs the action send, a program. The console starts none: resume it in a terminal.',
      terminalCommand: `mizan machine resume r1 --action "send=COMMAND" --ledger ${made.ledgerPath}`,
    });
    expect(expectProblem(await made.ask('runs.resume', { executionId: 'r1' })).code).toBe('run-not-resumable');
  });
});

describe('cancel', () => {
  test('reaches a long run that this console works on, and the console answers meanwhile', async () => {
    const made = await withRun(longCount);
    await decide(made, 'approve');
    const row = async () => (await runOf(made)).row;
    await vi.waitFor(async () => expect((await row()).step).toBeGreaterThan(5), patience);
    expect(await row()).toMatchObject({ status: 'running', state: 'count' });
    expectValue(await made.ask('runs.cancel', { executionId: 'r1' }));
    await ending(made, /\(r1\) is cancelled$/);
    const cancelled = await row();
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.step).toBeLessThan(100_000);
  });

  test('stops a parked run at once, and the run can be resumed', async () => {
    const made = await withRun(letter);
    expectValue(await made.ask('runs.cancel', { executionId: 'r1' }));
    await ending(made, `test (r1) is cancelled; nobody is asked any more to decide “Send the letter” (${made.gateId})`);
    expect(await runOf(made)).toMatchObject({ row: { status: 'cancelled' }, cannotCancel: 'It is cancelled already.' });
    expect(expectValue(await made.ask('gates.list', { state: 'pending' })).rows).toStrictEqual([]);
    made.told.length = 0;
    expectValue(await made.ask('runs.resume', { executionId: 'r1' }));
    await ending(made, /^test \(r1\) waits for the decision “Send the letter” \(gate-/);
    const [again] = expectValue(await made.ask('gates.list', { state: 'pending' })).rows;
    made.told.length = 0;
    await decide({ ...made, gateId: again?.gateId ?? '' }, 'approve');
    await ending(made, /\(r1\) is completed$/);
  });

  test('reaches the run that it called and the gate that this one waits at', async () => {
    const made = await withRun(family);
    expectValue(await made.ask('runs.cancel', { executionId: 'r1' }));
    await ending(
      made,
      'test (r1) is cancelled; so is the run it called: letter (r1.0c0); ' +
        `nobody is asked any more to decide “Send the letter” (${made.gateId})`,
    );
    expect((await runOf(made, 'r1.0c0')).row.status).toBe('cancelled');
    expect(expectValue(await made.ask('gates.list', { state: 'withdrawn' })).rows).toHaveLength(1);
  });

  test('lets the run go on that called it, with an error', async () => {
    const made = await withRun(family);
    expectValue(await made.ask('runs.cancel', { executionId: 'r1.0c0' }));
    await ending(
      made,
      `letter (r1.0c0) is cancelled; nobody is asked any more to decide “Send the letter” (${made.gateId}); ` +
        'test (r1), which waited for it, failed: The run r1.0c0 was cancelled',
    );
    expect((await runOf(made)).row).toMatchObject({ status: 'failed', error: { type: 'CancelledError' } });
  });

  test('asks the process that works on the run, and touches nothing itself', async () => {
    const made = await withRun(letter);
    const ledger = made.otherProcess();
    const now = systemClock.now();
    const lock = { owner: 'process-7/x', token: 9, expires_at: now + 60_000, held: true };
    const data = { records: { 'locks/run/r1': lock } };
    expectValue(
      ledger.append([{ type: 'lease.acquired', subject: 'run:r1', actor: { kind: 'system', id: 'machine' }, data }]),
    );
    expect((await runOf(made)).cannotResume).toBe('The process 7 works on it.');
    expectValue(await made.ask('runs.cancel', { executionId: 'r1' }));
    await ending(made, /stops within ten seconds$/);
    expect(await runOf(made)).toMatchObject({
      row: { status: 'parked' },
      cancelRequested: true,
      cannotCancel: 'The process 7 was asked to stop it.',
    });
  });

  test('of a run that nobody knows fails as a job', async () => {
    const made = await withRun(letter);
    expectValue(await made.ask('runs.cancel', { executionId: 'nobody' }));
    await vi.waitFor(
      () =>
        expect(made.told).toContainEqual(
          expect.objectContaining({
            type: 'job.finished',
            outcome: 'failed',
            message: expect.stringMatching(/no run nobody/),
          }),
        ),
      patience,
    );
    expect(expectProblem(await made.ask('runs.resume', { executionId: 'nobody' })).code).toBe('run-unknown');
  });
});
