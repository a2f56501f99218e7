/** Agents that do their worst. Whatever they do, the host lives, the ledger tells it, and nothing of them stays. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findWork, getWork, runContract } from '../../core/contracts/index.ts';
import type { Ledger } from '../../core/ledger/index.ts';
import type { SandboxProvider } from '../../core/sandbox/index.ts';
import { expectProblem, expectValue, temporaryFolder } from '../fixture/ledger.ts';
import { git, issue, repositoryWith, testSandbox, workLedger, workWorld } from '../fixture/work.ts';

let sandbox: SandboxProvider;
let ledger: Ledger;
let folder: string;
let temporary: string;
beforeAll(async () => {
  sandbox = await testSandbox();
});
beforeEach(async () => {
  temporary = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
  ledger = workLedger();
  folder = await repositoryWith({ 'a.txt': 'old\n', 'b.py': 'x = 1\n' });
  return () => {
    vi.unstubAllEnvs();
  };
});

const success = `printf '\\n\`\`\`json\\n{"status": "success"}\\n\`\`\`\\n'`;

function run(script: string, more: Partial<Parameters<typeof runContract>[1]> = {}) {
  const command = ['/bin/sh', '-c', script] as const;
  return runContract(
    ledger,
    {
      ...{ taskId: 't1', folder, command, timeLimitSeconds: null, sandbox, environment: process.env, signal: null },
      ...{ onOutput: null, onStage: null, ...more },
    },
    git,
    workWorld(),
  );
}

/** Neither processes nor folders nor worktrees of the run are left. */
async function expectNothingLeft(trace: string): Promise<void> {
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => (existsSync(`/proc/${name}/cmdline`) ? readOrNothing(`/proc/${name}/cmdline`) : ''));
  expect(lines.filter((line) => line.includes(trace))).toEqual([]);
  expect(readdirSync(temporary).filter((name) => !name.startsWith('mizan-test-'))).toEqual([]);
  const worktrees = new TextDecoder().decode(expectValue(await git(folder, ['worktree', 'list'])));
  expect(worktrees.trim().split('\n')).toHaveLength(1);
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process ended while it was being looked at.
    return '';
  }
}

describe('an agent that', () => {
  it('forks daemons leaves none behind', async () => {
    issue(ledger);
    const daemon = `setsid sh -c 'trap "" TERM HUP; while :; do sleep 77.1; done'`;
    const daemons = `for i in 1 2 3 4 5; do (${daemon} > /dev/null 2>&1 &); done`;
    expectValue(await run(`${daemons}; sleep 0.4; ${success}`));
    await expectNothingLeft('77.1');
  });

  it('floods its output costs bounded memory, and its report is still read', async () => {
    issue(ledger);
    const before = process.memoryUsage().rss;
    const finished = expectValue(await run(`yes flood | head -c 100000000; ${success}`));
    expect(finished.report.status).toBe('success');
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300);
    const { pointers } = expectValue(findWork(ledger, 't1'));
    const transcript = expectValue(ledger.body(pointers.report ?? -1, 'transcript'));
    if (transcript.state !== 'present') throw new Error('the transcript is gone');
    expect(transcript.body.length).toBeLessThan(5 * 1024 * 1024);
    expect(new TextDecoder().decode(transcript.body)).toContain('bytes left out');
    expect(expectValue(getWork(ledger, { taskId: 't1' })).facts).toContainEqual({
      label: 'Output',
      value: expect.stringMatching(/^1000000\d\d bytes$/),
    });
  });

  it('ignores SIGTERM is ended all the same, and what is known is kept', async () => {
    issue(ledger);
    const controller = new AbortController();
    const stubborn = `trap '' TERM INT HUP; echo half > a.txt; echo begun; while :; do sleep 77.2; done`;
    const cancelled = await run(stubborn, { signal: controller.signal, onOutput: () => controller.abort() });
    expect(expectProblem(cancelled).code).toBe('cancelled');
    await expectNothingLeft('77.2');
    const { row, pointers } = expectValue(findWork(ledger, 't1'));
    expect(row).toMatchObject({ outcome: 'issued', score: null });
    const kept = expectValue(ledger.event(pointers.cancelled ?? -1));
    expect(kept.payloads.map(({ name }) => name).sort()).toEqual(['diff', 'transcript']);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
    expectValue(await run(`echo new > a.txt; ${success}`));
    expect(expectValue(findWork(ledger, 't1')).row.outcome).toBe('verified');
  });

  it('does not end in time has failed', async () => {
    issue(ledger);
    const finished = expectValue(await run(`${success}; sleep 77.3`, { timeLimitSeconds: 0.5 }));
    expect(finished).toMatchObject({ report: { status: 'failure' }, weighed: { assessment: { score: 0 } } });
    await expectNothingLeft('77.3');
  });

  it('links a required file to the outside world fails the files gate', async () => {
    const secret = join(temporary, 'mizan-test-secret');
    writeFileSync(secret, 'secret');
    issue(ledger);
    const finished = expectValue(await run(`rm a.txt; ln -s ${secret} a.txt; ${success}`));
    expect(finished.weighed.assessment).toMatchObject({
      outcome: 'hallucinated',
      verification: { gateFailed: 'files' },
    });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
  });

  it('deletes its work tree fails, and the folder is untouched', async () => {
    issue(ledger);
    const finished = expectValue(await run(`d=$PWD; cd /; rm -rf "$d"; ${success}`));
    expect(finished).toMatchObject({ change: null, weighed: { assessment: { outcome: 'hallucinated', score: -1 } } });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
    await expectNothingLeft('77.4');
  });

  it.each([
    ['broken JSON', `printf '\`\`\`json\\n{"status": "success"\\n\`\`\`\\n'`],
    ['nothing at all', 'true'],
    ['a word of its own', `printf '\`\`\`json\\n{"status": "definitely done"}\\n\`\`\`\\n'`],
    ['its prompt', 'cat'],
    ['bytes that are no text', `head -c 5000 /dev/urandom`],
  ])('prints %s has failed, with the reason kept', async (_, script) => {
    issue(ledger);
    const finished = expectValue(await run(script));
    expect(finished.weighed.assessment).toMatchObject({ outcome: 'failed', score: 0 });
    const work = expectValue(getWork(ledger, { taskId: 't1' }));
    expect(work.claim?.text).not.toBe('');
    expect(work.claim?.status).toBe('failure');
  });

  it('commits, rewrites its history and breaks its repository is still seen by what it changed', async () => {
    issue(ledger);
    const commit = 'git -c user.name=x -c user.email=x@example.org commit -qam mine';
    const script = `${commit}; echo new > a.txt; rm .git; git init -q .; ${success}`;
    const finished = expectValue(await run(script));
    expect(finished.change?.changed).toContain('a.txt');
    expect(
      new TextDecoder()
        .decode(expectValue(await git(folder, ['log', '--oneline', '--all'])))
        .trim()
        .split('\n'),
    ).toHaveLength(1);
    await expectNothingLeft('77.5');
  });

  it('cannot be started is told so, and the task stays open', async () => {
    issue(ledger);
    const missing = await run('', { command: ['no-such-agent-anywhere'] });
    expect(expectProblem(missing)).toMatchObject({ code: 'agent-not-started', place: 'no-such-agent-anywhere' });
    expect(expectValue(findWork(ledger, 't1')).row.outcome).toBe('issued');
    await expectNothingLeft('77.6');
  });

  it('leaves tests that flood, fork and never end cannot hurt the machine', async () => {
    issue(ledger, {
      run_tests: ['sh', '-c', 'yes | head -c 50000000; (setsid sleep 77.7 &); sleep 77.7'],
      timeout_seconds: 1,
    });
    const finished = expectValue(await run(success));
    expect(finished.weighed.assessment).toMatchObject({
      outcome: 'hallucinated',
      verification: { gateFailed: 'tests' },
    });
    await expectNothingLeft('77.7');
  });
});
