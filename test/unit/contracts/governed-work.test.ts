import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  findWork,
  GovernedOrchestrator,
  getAgentStats,
  getWork,
  issueContract,
  landWork,
  runContract,
  verifyWork,
} from '../../../core/contracts/index.ts';
import type { Ledger } from '../../../core/ledger/index.ts';
import { requestProbation, scoreWork, standingOf } from '../../../core/reputation/index.ts';
import { withdrawGate } from '../../../core/review/index.ts';
import { type SandboxProvider, unsandboxed } from '../../../core/sandbox/index.ts';
import { expectProblem, expectValue, temporaryFolder } from '../../fixture/ledger.ts';
import {
  contractOf,
  decide,
  folderWith,
  git,
  issue,
  issuer,
  reported,
  repositoryWith,
  reviewer,
  testSandbox,
  workLedger,
  workWorld,
} from '../../fixture/work.ts';

let sandbox: SandboxProvider;
beforeAll(async () => {
  sandbox = await testSandbox();
});

const system = { kind: 'system', id: 'mizan' } as const;

/** Moves an agent's reputation by scores on tasks of no interest. */
function give(ledger: Ledger, scores: readonly (1 | -1)[], agentId = 'bot'): void {
  for (const [index, score] of scores.entries()) {
    const taskId = `earlier-${ledger.size()}-${index}`;
    issue(ledger, { task_id: taskId, agent_id: agentId });
    const scoring = { task_id: taskId, agent_id: agentId, title: taskId, why: 'test', replaces: null, derived: false };
    const outcome = score === 1 ? 'verified' : 'hallucinated';
    const scored = expectValue(scoreWork(standingOf(ledger, agentId), { ...scoring, outcome, score }, system));
    expectValue(ledger.append(scored.events));
  }
}

function verification(folder: string | null) {
  return { taskId: 't1', folder, sandbox, environment: process.env, signal: null, onGate: null };
}

function run(ledger: Ledger, folder: string, script: string, more: Partial<Parameters<typeof runContract>[1]> = {}) {
  const command = ['/bin/sh', '-c', `cat > /dev/null; ${script}`] as const;
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

function says(status: string, more = ''): string {
  return `printf '\`\`\`json\\n{"status": "${status}"${more}}\\n\`\`\`\\n'`;
}

const reputationOf = (ledger: Ledger) => standingOf(ledger, 'bot').reputation;

describe("the seed's quick start", () => {
  it('issues, instructs, verifies and scores', async () => {
    const ledger = workLedger();
    const workTree = folderWith({});
    const world = { ...workWorld(), ledger, workTree, sandbox, environment: process.env, issuer };
    const task = {
      objective: 'Add CSV export endpoint',
      model: 'openai/gpt-5.2-codex',
      criteria: ['export() writes report.csv'],
      requiredFiles: ['app/export.py'],
    };
    const lying = expectValue(GovernedOrchestrator.forTask(task, world));
    expect(lying.instructions()).toContain('app/export.py');
    expect(expectValue(await lying.recordSuccess())).toMatchObject({
      assessment: { score: -1, outcome: 'hallucinated' },
    });

    const suspended = expectProblem(GovernedOrchestrator.forTask(task, world));
    expect(suspended).toMatchObject({ code: 'agent-suspended' });
    expect(suspended.message).toContain('mizan agents probation');

    const other = expectValue(GovernedOrchestrator.forTask({ ...task, model: 'other' }, world));
    expect(expectValue(await other.recordBlocked('Database credentials'))).toMatchObject({
      assessment: { score: 0.5 },
    });
    const honest = expectValue(GovernedOrchestrator.forTask({ ...task, model: 'other' }, world));
    expect(expectValue(await honest.recordFailure())).toMatchObject({ assessment: { score: 0, outcome: 'failed' } });
    expect(getAgentStats(ledger).map(({ agentId, level }) => [agentId, level])).toEqual([
      ['other', 'strict'],
      ['openai/gpt-5.2-codex', 'suspended'],
    ]);
  });
});

describe('scoring (C6, C7)', () => {
  it('a self-report alone changes nothing', () => {
    const ledger = workLedger();
    issue(ledger);
    reported(ledger);
    reported(ledger, { status: 'blocked', need: 'a key' });
    expect(reputationOf(ledger)).toBe(0.5);
    expect(expectValue(findWork(ledger, 't1')).row.outcome).toBe('issued');
  });

  it('scores a task once, whatever is tried', async () => {
    const ledger = workLedger();
    const folder = folderWith({ 'a.txt': 'x' });
    issue(ledger);
    reported(ledger);
    const twice = await Promise.all([1, 2].map(() => verifyWork(ledger, verification(folder), git, workWorld())));
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(expectProblem(await verifyWork(ledger, verification(folder), git, workWorld())).code).toBe(
      'task-already-scored',
    );
    expect(expectProblem(await run(ledger, folder, 'true')).code).toBe('task-already-scored');
    expect(() => reported(ledger)).toThrow('task-already-scored');
    expect(reputationOf(ledger)).toBeCloseTo(0.65, 12);
  });

  it('needs a report, a contract and a folder that is there', async () => {
    const ledger = workLedger();
    expect(expectProblem(await verifyWork(ledger, verification('/nowhere'), git, workWorld())).code).toBe(
      'task-unknown',
    );
    issue(ledger);
    expect(expectProblem(await verifyWork(ledger, verification('/nowhere'), git, workWorld())).code).toBe(
      'report-missing',
    );
    reported(ledger);
    expect(expectProblem(await verifyWork(ledger, verification('/nowhere'), git, workWorld())).code).toBe(
      'folder-missing',
    );
    expect(expectProblem(await verifyWork(ledger, verification(null), git, workWorld())).code).toBe('change-missing');
    expect(expectProblem(issueContract(ledger, contractOf(), issuer, workWorld())).code).toBe('task-exists');
  });

  it('gives inconclusive work no score, opens a gate, and can weigh it again later', async () => {
    const ledger = workLedger();
    const folder = folderWith({ 'a.txt': 'x' });
    issue(ledger, { run_tests: 'true' });
    reported(ledger);
    const open = expectValue(await verifyWork(ledger, { ...verification(folder), sandbox: null }, git, workWorld()));
    expect(open).toMatchObject({ assessment: { outcome: 'inconclusive', score: null }, gateId: expect.any(String) });
    expect(expectValue(getWork(ledger, { taskId: 't1' })).row).toMatchObject({
      sign: 'inconclusive',
      unsandboxed: true,
    });
    expect(getAgentStats(ledger)[0]).toMatchObject({ inconclusive: 1, verified: 0, reputation: 0.5 });
    expectValue(await verifyWork(ledger, verification(folder), git, workWorld()));
    expect(getAgentStats(ledger)[0]).toMatchObject({ inconclusive: 0, verified: 1 });
  });
});

describe('suspension and probation (C8)', () => {
  it('lets a suspended agent back only through a person, at strict, until it earned its way out', () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger, 'ADMIN');
    give(ledger, [-1]);
    expect(expectProblem(requestProbation(ledger, 'other', world)).code).toBe('agent-not-suspended');
    const { gateId } = expectValue(requestProbation(ledger, 'bot', world));
    expect(expectProblem(requestProbation(ledger, 'bot', world))).toMatchObject({
      code: 'probation-pending',
      place: gateId,
    });
    expect(expectProblem(issueContract(ledger, contractOf(), issuer, world)).code).toBe('agent-suspended');
    expectValue(decide(ledger, gateId, 'approve', sam, world.clock));
    expect(issue(ledger, {}, world)).toMatchObject({ level: 'strict', probation: true });
    expect(standingOf(ledger, 'bot')).toMatchObject({ level: 'suspended', probation: true });
    expect(standingOf(ledger, 'bot').reputation).toBeCloseTo(0.05, 12);
    give(ledger, [1]);
    expect(standingOf(ledger, 'bot')).toMatchObject({ level: 'strict', probation: false });
  });

  it('does not use an approval that was for another reputation, was refused, or was withdrawn', () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger, 'ADMIN');
    issue(ledger, { task_id: 'open' });
    give(ledger, [-1]);
    const { gateId } = expectValue(requestProbation(ledger, 'bot', world));
    expectValue(decide(ledger, gateId, 'reject', sam, world.clock));
    expect(expectProblem(issueContract(ledger, contractOf(), issuer, world)).message).toContain('rejected');
    const again = expectValue(requestProbation(ledger, 'bot', world));
    expectValue(withdrawGate(ledger, again.gateId, { kind: 'agent', id: 'bot' }, 'no'));
    expect(expectProblem(issueContract(ledger, contractOf(), issuer, world)).code).toBe('agent-suspended');
    const third = expectValue(requestProbation(ledger, 'bot', world));
    expectValue(decide(ledger, third.gateId, 'approve', sam, world.clock));
    const scoring = { task_id: 'open', agent_id: 'bot', title: 'open', outcome: 'hallucinated', score: -1 } as const;
    const more = { why: 'test', replaces: null, derived: false };
    expectValue(
      ledger.append(expectValue(scoreWork(standingOf(ledger, 'bot'), { ...scoring, ...more }, system)).events),
    );
    expect(expectProblem(issueContract(ledger, contractOf(), issuer, world)).message).toContain('about to happen');
  });
});

describe('running an agent under its contract', () => {
  it('lands verified work of an autonomous agent at once and leaves no workspace', async () => {
    const temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    const ledger = workLedger();
    give(ledger, [1, 1, 1]);
    expect(standingOf(ledger, 'bot').level).toBe('autonomous');
    const folder = await repositoryWith({ 'a.txt': 'old\n', 'b.bin': 'b' });
    issue(ledger, { run_tests: ['sh', '-c', 'test -s a.txt'] });
    const finished = expectValue(
      await run(ledger, folder, `echo new > a.txt; printf '\\377\\000' > b.bin; ${says('success')}`),
    );
    expect(finished).toMatchObject({ weighed: { gateId: null, assessment: { score: 1 } }, landed: { files: 2 } });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new\n');
    expect([...readFileSync(join(folder, 'b.bin'))]).toEqual([255, 0]);
    expect(
      new TextDecoder()
        .decode(expectValue(await git(folder, ['worktree', 'list'])))
        .trim()
        .split('\n'),
    ).toHaveLength(1);
    expect(readdirSync(temporary).filter((name) => !name.startsWith('mizan-test-'))).toEqual([]);
    vi.unstubAllEnvs();
    expect(expectValue(findWork(ledger, 't1')).pointers.landed).not.toBeNull();
  });

  it('holds the work of a supervised agent until a person approved exactly it, and lands it once', async () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger);
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    issue(ledger);
    const finished = expectValue(await run(ledger, folder, `echo new > a.txt; ${says('success')}`));
    const gateId = finished.weighed.gateId ?? '';
    expect(finished.landed).toBeNull();
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
    expect(expectProblem(await landWork(ledger, { taskId: 't1' }, git, world)).code).toBe('approval-missing');
    expectValue(decide(ledger, gateId, 'approve', sam, world.clock));
    writeFileSync(join(folder, 'a.txt'), 'changed meanwhile\n');
    expect(expectProblem(await landWork(ledger, { taskId: 't1' }, git, world)).code).toBe('change-conflicts');
    writeFileSync(join(folder, 'a.txt'), 'old\n');
    expect(expectValue(await landWork(ledger, { taskId: 't1' }, git, world))).toMatchObject({ files: 1, gateId });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new\n');
    expect(expectProblem(await landWork(ledger, { taskId: 't1' }, git, world)).code).toBe('already-landed');
  });

  it('counts trust that was lost since the contract was issued', async () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger);
    give(ledger, [1, 1, 1]);
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    expect(issue(ledger).level).toBe('autonomous');
    give(ledger, [-1]);
    const finished = expectValue(await run(ledger, folder, `echo new > a.txt; ${says('success')}`));
    const gateId = finished.weighed.gateId ?? '';
    expect(finished).toMatchObject({ weighed: { before: { level: 'strict' } }, landed: null });
    expectValue(decide(ledger, gateId, 'approve', sam, world.clock));
    expect(expectValue(await landWork(ledger, { taskId: 't1' }, git, world))).toMatchObject({ gateId });
  });

  it('asks a person when trust was lost before a free change could land', async () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger);
    give(ledger, [1, 1, 1]);
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    issue(ledger);
    writeFileSync(join(folder, 'a.txt'), 'in the way\n');
    const finished = expectValue(await run(ledger, folder, `echo new > a.txt; ${says('success')}`));
    expect(finished).toMatchObject({ landed: null, landingProblem: expect.stringContaining('does not fit') });
    writeFileSync(join(folder, 'a.txt'), 'old\n');
    give(ledger, [-1]);
    const asked = expectProblem(await landWork(ledger, { taskId: 't1' }, git, world));
    expect(asked).toMatchObject({ code: 'approval-missing', place: expect.stringMatching(/^gate-/) });
    expectValue(decide(ledger, asked.place ?? '', 'approve', sam, world.clock));
    expect(expectValue(await landWork(ledger, { taskId: 't1' }, git, world))).toMatchObject({ gateId: asked.place });
  });

  it('never lands rejected or hallucinated work', async () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger);
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    issue(ledger);
    const finished = expectValue(await run(ledger, folder, `echo new > a.txt; ${says('success')}`));
    expectValue(decide(ledger, finished.weighed.gateId ?? '', 'reject', sam, world.clock));
    expect(expectProblem(await landWork(ledger, { taskId: 't1' }, git, world)).code).toBe('approval-missing');
    expect(issue(ledger, { task_id: 't2', required_files: ['missing.txt'] }).prompt).toContain('land in');
    expect(issue(ledger, { task_id: 't3' }).prompt).toContain(': looked at it');
    const lie = expectValue(await run(ledger, folder, `echo lie > a.txt; ${says('success')}`, { taskId: 't2' }));
    expect(lie).toMatchObject({
      weighed: { gateId: null, assessment: { outcome: 'hallucinated', score: -1 } },
      landed: null,
    });
    expect(expectProblem(await landWork(ledger, { taskId: 't2' }, git, world)).code).toBe('work-not-landable');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
  });

  it('holds even trusted work that ran unsandboxed, and flagged work of a standard agent', async () => {
    const ledger = workLedger();
    give(ledger, [1, 1, 1]);
    const folder = await repositoryWith({ 'a.txt': 'old\n' });
    issue(ledger);
    const none = unsandboxed(process.env);
    const first = expectValue(await run(ledger, folder, `echo new > a.txt; ${says('success')}`, { sandbox: none }));
    expect(first.weighed.gateId).not.toBeNull();
    give(ledger, [1], 'second');
    issue(ledger, { task_id: 't2', agent_id: 'second' });
    const link = `ln -s /etc/passwd link; ${says('success')}`;
    const second = expectValue(await run(ledger, folder, link, { taskId: 't2', agentId: 'second' }));
    expect(second.weighed).toMatchObject({ before: { level: 'standard' }, gateId: expect.any(String) });
  });

  it('works on a plain folder by copy, and lands there', async () => {
    const ledger = workLedger();
    give(ledger, [1, 1, 1]);
    const folder = folderWith({ 'a.txt': 'old\n', 'node_modules/x/y.js': 'x' });
    issue(ledger);
    const changes = 'rm a.txt; mkdir sub; echo deep > sub/b.txt; echo new > a.txt; echo z > node_modules/x/y.js';
    const script = `${changes}; ${says('success')}`;
    const finished = expectValue(await run(ledger, folder, script));
    expect(finished.change?.changed).toEqual(['a.txt', 'sub/b.txt']);
    expect(readFileSync(join(folder, 'sub/b.txt'), 'utf8')).toBe('deep\n');
    expect(readFileSync(join(folder, 'node_modules/x/y.js'), 'utf8')).toBe('x');
  });

  it('keeps to the folder it was given inside a repository', async () => {
    const ledger = workLedger();
    give(ledger, [1, 1, 1]);
    const top = await repositoryWith({ 'sub/a.txt': 'old\n', 'outside.txt': 'old\n' });
    issue(ledger);
    const finished = expectValue(
      await run(ledger, join(top, 'sub'), `echo new > a.txt; echo new > ../outside.txt; ${says('success')}`),
    );
    expect(finished.change?.changed).toEqual(['a.txt']);
    expect(readFileSync(join(top, 'sub/a.txt'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(top, 'outside.txt'), 'utf8')).toBe('old\n');
  });

  it('weighs an honest stop, and a report that came through the command line', async () => {
    const ledger = workLedger();
    const folder = await repositoryWith({ 'a.txt': 'x\n' });
    issue(ledger);
    const blocked = expectValue(await run(ledger, folder, says('blocked', ', "need": "a key"')));
    expect(blocked).toMatchObject({ report: { need: 'a key' }, weighed: { assessment: { score: 0.5 } }, landed: null });
    issue(ledger, { task_id: 't2' });
    const quiet = run(ledger, folder, 'echo on; sleep 0.3', {
      taskId: 't2',
      onOutput: () => {
        reported(ledger, { status: 'blocked', need: 'a login' }, 't2');
      },
    });
    expect(expectValue(await quiet)).toMatchObject({ report: { status: 'blocked', need: 'a login' } });
  });

  it('rebuilds a run from the ledger to weigh it again', async () => {
    const ledger = workLedger();
    const folder = await repositoryWith({ 'a.txt': 'x\n' });
    issue(ledger, { required_files: ['new.txt'], run_tests: ['sh', '-c', 'test -s new.txt'] });
    const open = expectValue(await run(ledger, folder, `echo n > new.txt; ${says('success')}`, { sandbox: null }));
    expect(open.weighed.assessment.outcome).toBe('inconclusive');
    const again = expectValue(await verifyWork(ledger, verification(null), git, workWorld()));
    expect(again.assessment).toMatchObject({ outcome: 'verified', score: 1 });
    expect(existsSync(join(folder, 'new.txt'))).toBe(false);
  });

  it('asks a person before a shell runs, and lets the approval be used once', async () => {
    const ledger = workLedger();
    const world = workWorld();
    const sam = reviewer(ledger);
    const folder = await repositoryWith({ 'a.txt': 'x\n' });
    const { shellGateId } = issue(ledger, { run_tests: 'test -s a.txt && true', shell: true });
    expect(expectProblem(await run(ledger, folder, says('success'))).code).toBe('approval-missing');
    expectValue(decide(ledger, shellGateId ?? '', 'approve', sam, world.clock));
    expect(expectValue(await run(ledger, folder, says('success'))).weighed.assessment.outcome).toBe('verified');
  });
});
