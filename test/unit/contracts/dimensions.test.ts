import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { getChange, getWork, landWork, runContract, verifyWork } from '../../../core/contracts/index.ts';
import { type Ledger, rebuildProjections } from '../../../core/ledger/index.ts';
import { scoreWork, standingOf } from '../../../core/reputation/index.ts';
import type { SandboxProvider } from '../../../core/sandbox/index.ts';
import { expectProblem, expectValue, temporaryFolder } from '../../fixture/ledger.ts';
import {
  decide,
  folderWith,
  git,
  issue,
  reported,
  repositoryWith,
  reviewer,
  testSandbox,
  workLedger,
  workProjections,
  workWorld,
} from '../../fixture/work.ts';

let sandbox: SandboxProvider;
beforeAll(async () => {
  sandbox = await testSandbox();
});

const claim = `printf '\`\`\`json\\n{"status": "success"}\\n\`\`\`\\n'`;

function run(ledger: Ledger, folder: string, script: string) {
  return runContract(
    ledger,
    {
      taskId: 't1',
      folder,
      command: ['/bin/sh', '-c', `cat > /dev/null; ${script}; ${claim}`],
      timeLimitSeconds: null,
      sandbox,
      environment: process.env,
      signal: null,
      onOutput: null,
      onStage: null,
    },
    git,
    workWorld(),
  );
}

/** Makes the agent autonomous, or standard with `scores` of 2. */
function trust(ledger: Ledger, scores: number): void {
  for (let index = 0; index < scores; index += 1) {
    const taskId = `earlier-${index}`;
    issue(ledger, { task_id: taskId });
    const scoring = { task_id: taskId, agent_id: 'bot', title: taskId, why: 'test', replaces: null, derived: false };
    const standing = standingOf(ledger, 'bot');
    const scored = scoreWork(standing, { ...scoring, outcome: 'verified', score: 1 }, { kind: 'system', id: 'mizan' });
    expectValue(ledger.append(expectValue(scored).events));
  }
}

const only = { required_files: [], check_ast: false, verification_policy: 'own' };
const policy = (rules: string) => ({ '.mizan/policies/own.yml': `name: own\n${rules}\n` });
const small = policy('complexity_rules: { max_cyclomatic_complexity: 2 }\nstyle_rules: { max_line_length: 20 }');
const outcomes = (ledger: Ledger) =>
  Object.fromEntries(expectValue(getWork(ledger, { taskId: 't1' })).gates.map(({ gate, outcome }) => [gate, outcome]));

describe('the five dimensions of a contract', () => {
  it('do not run unless the contract names a policy', async () => {
    const ledger = workLedger();
    issue(ledger, { required_files: ['a.py'] });
    const folder = await repositoryWith({ 'a.py': '' });
    expectValue(await run(ledger, folder, "echo 'import nothing_like_this' > a.py"));
    expect(outcomes(ledger)).toEqual({ files: 'passed', tests: 'skipped', lint: 'skipped', ast: 'passed' });
  });

  it('fail the work with the dimension, and the claim with it (C6)', async () => {
    const ledger = workLedger();
    issue(ledger, { ...only, verification_policy: 'strict-code-generation' });
    const folder = await repositoryWith({ 'total.py': 'def total(items):\n    """Adds."""\n    return sum(items)\n' });
    const { weighed } = expectValue(await run(ledger, folder, `sed -i 's/sum(items)/smu(items)/' total.py`));
    expect(weighed.assessment).toMatchObject({ outcome: 'hallucinated', score: -1 });
    expect(weighed.assessment.why).toContain('the hallucination dimension failed: 1 error. total.py:3:');
    const work = expectValue(getWork(ledger, { taskId: 't1' }));
    expect(work.row.gateFailed).toBe('hallucination');
    expect(outcomes(ledger)).toMatchObject({ scope: 'passed', hallucination: 'failed', complexity: 'passed' });
    expect(work.verification).toMatchObject({ policy: 'strict-code-generation', found: 1, warnings: 0 });
    expect(work.verification?.findings).toEqual([
      expect.objectContaining({
        rule: 'hallucination/name',
        file: 'total.py',
        line: 3,
        symbol: 'smu',
        falseAlarm: null,
        risk: null,
      }),
    ]);
    const change = expectValue(getChange(ledger, { taskId: 't1', path: 'total.py' }));
    expect(change.marks).toEqual([
      expect.objectContaining({ gate: 'hallucination', line: 3, rule: 'hallucination/name' }),
    ]);
  });

  it('blame only what the change introduced, moved and deleted files included (V2)', async () => {
    const ledger = workLedger();
    issue(ledger, only);
    const deep = 'def f(x):\n    if x:\n        if x:\n            if x:\n                return 1\n';
    const folder = await repositoryWith({ ...small, 'old.py': deep, 'gone.py': deep });
    expectValue(await run(ledger, folder, 'git mv old.py new.py; git rm -q gone.py; echo "y = 1" >> new.py'));
    expect(outcomes(ledger)).toMatchObject({ complexity: 'passed', style: 'passed', scope: 'skipped' });
  });

  it('flag the work with warnings: standard work waits for a person, autonomous work does not (C9)', async () => {
    for (const [scores, held] of [
      [2, true],
      [4, false],
    ] as const) {
      const ledger = workLedger();
      trust(ledger, scores);
      issue(ledger, only);
      const folder = await repositoryWith({ ...small, 'a.py': '' });
      const { weighed } = expectValue(await run(ledger, folder, 'echo "# a line that is too long" > a.py'));
      expect(weighed.assessment.outcome).toBe('verified');
      expect(weighed.gateId !== null, `after ${scores} successes`).toBe(held);
      expect(outcomes(ledger)).toMatchObject({ style: 'passed' });
      expect(expectValue(getWork(ledger, { taskId: 't1' })).verification).toMatchObject({ found: 1, warnings: 1 });
      if (weighed.gateId === null) continue;
      const clock = workWorld().clock;
      expectValue(decide(ledger, weighed.gateId, 'approve', reviewer(ledger), clock));
      expectValue(await landWork(ledger, { taskId: 't1' }, git, { ...workWorld(), clock }));
      expect(readFileSync(join(folder, 'a.py'), 'utf8')).toContain('too long');
    }
  });

  it('go to a person when they cannot say (C2)', async () => {
    const ledger = workLedger();
    trust(ledger, 4);
    issue(ledger, { ...only, verification_policy: 'strict-code-generation' });
    const folder = await repositoryWith({ 'a.txt': '' });
    const { weighed } = expectValue(
      await run(ledger, folder, `printf 'package main\\n\\n// F returns.\\nfunc F() int { return 1 }\\n' > main.go`),
    );
    expect(weighed.assessment).toMatchObject({ outcome: 'inconclusive', score: null });
    expect(weighed.gateId).not.toBeNull();
    expect(outcomes(ledger)).toMatchObject({ hallucination: 'inconclusive', complexity: 'passed' });
    expect(expectValue(getWork(ledger, { taskId: 't1' })).verification?.open[0]?.file).toBe('main.go');
  });

  it('are inconclusive where nobody knows what was changed', async () => {
    const ledger = workLedger();
    issue(ledger, { ...only, verification_policy: 'lenient-refactoring' });
    reported(ledger);
    const request = { taskId: 't1', folder: folderWith({ 'a.py': 'x' }), sandbox, environment: process.env };
    const weighed = expectValue(await verifyWork(ledger, { ...request, signal: null, onGate: null }, git, workWorld()));
    expect(weighed.assessment.outcome).toBe('inconclusive');
    expect(outcomes(ledger)).toMatchObject({ scope: 'inconclusive', complexity: 'inconclusive' });
  });

  it('stand aside after a gate that failed', async () => {
    const ledger = workLedger();
    issue(ledger, { ...only, run_tests: ['false'] });
    const folder = await repositoryWith({ ...small, 'a.py': '' });
    expectValue(await run(ledger, folder, 'echo "# a line that is too long" > a.py'));
    expect(outcomes(ledger)).toMatchObject({ tests: 'failed', scope: 'skipped', style: 'skipped' });
  });

  it('use the policy as it was before the agent came', async () => {
    const ledger = workLedger();
    issue(ledger, only);
    const folder = await repositoryWith({ ...policy('scope_rules: { allowed_paths: ["src/**"] }'), 'src/a.py': '' });
    const loosen = `printf 'name: own\\n' > .mizan/policies/own.yml`;
    const { weighed } = expectValue(await run(ledger, folder, `${loosen}; echo "x = 1" > src/a.py`));
    expect(weighed.assessment.verification?.gateFailed).toBe('scope');
  });

  it('say that a policy does not exist before the agent starts', async () => {
    const ledger = workLedger();
    issue(ledger, { ...only, verification_policy: 'no-such-policy' });
    const folder = await repositoryWith({ 'a.py': '' });
    const problem = expectProblem(await run(ledger, folder, 'touch started'));
    expect(problem.code).toBe('policy-unknown');
    expect(problem.message).toContain('lenient-refactoring');
    expect(ledger.page({ filter: { type: 'contract.started' }, limit: 1, direction: 'ascending' }).events).toEqual([]);
  });

  it('end hostile source by a limit, as inconclusive', async () => {
    const ledger = workLedger();
    issue(ledger, only);
    const folder = await repositoryWith({ ...small, 'a.py': '' });
    const script = `python3 -c 'print("x = " + "(" * 200000)' > a.py`;
    expectValue(await run(ledger, folder, script));
    expect(outcomes(ledger)).toMatchObject({ complexity: 'inconclusive' });
  });

  it('find packages where the folder of the work has them', async () => {
    const ledger = workLedger();
    issue(ledger, { ...only, verification_policy: 'strict-code-generation' });
    const folder = await repositoryWith({
      '.gitignore': 'node_modules\n',
      'package.json': '{"dependencies": {"pad": "1.0.0"}}',
      'a.ts': 'export const a = 1;\n',
    });
    mkdirSync(join(folder, 'node_modules/pad'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/pad/package.json'), '{"name": "pad", "types": "index.d.ts"}');
    writeFileSync(join(folder, 'node_modules/pad/index.d.ts'), 'export function left(text: string): string;\n');
    const source = `import { left, rihgt } from "pad";\\nexport const a = left("x") + rihgt("y");\\n`;
    expectValue(await run(ledger, folder, `printf '${source}' > a.ts`));
    const found = expectValue(getWork(ledger, { taskId: 't1' })).verification?.findings ?? [];
    expect(found.map(({ symbol }) => symbol)).toEqual(['rihgt']);
  });
});

it('a second check of inconclusive work leaves one gate, and takes back the one that no longer fits', async () => {
  const ledger = workLedger();
  issue(ledger, { ...only, verification_policy: 'strict-code-generation' });
  const folder = await repositoryWith({ 'a.txt': '' });
  const first = expectValue(await run(ledger, folder, 'echo "package main" > main.go')).weighed.gateId;
  const again = { taskId: 't1', folder: null, environment: process.env, signal: null, onGate: null };
  const same = expectValue(await verifyWork(ledger, { ...again, sandbox }, git, workWorld()));
  expect(same.gateId).toBe(first);
  const other = expectValue(await verifyWork(ledger, { ...again, sandbox: null }, git, workWorld()));
  expect(other.gateId).not.toBe(first);
  const waiting = ledger.page({ filter: { type: 'gate.' }, limit: 10, direction: 'ascending' }).events;
  expect(waiting.map(({ type }) => type)).toEqual(['gate.requested', 'gate.withdrawn', 'gate.requested']);
  const { row, asked } = expectValue(getWork(ledger, { taskId: 't1' }));
  expect(row.waitingGateId).toBe(other.gateId);
  expect(asked).toStrictEqual(
    waiting
      .filter(({ type }) => type === 'gate.requested')
      .map(({ data }) => ({
        gateId: data.gate_id,
        title: data.title,
      })),
  );
});

it('the findings are made again from the events, byte for byte', async () => {
  const path = join(temporaryFolder(), 'work.mizan');
  const ledger = workLedger(path);
  issue(ledger, only);
  const folder = await repositoryWith({ ...small, 'a.py': '' });
  expectValue(await run(ledger, folder, 'echo "# a line that is too long" > a.py'));
  ledger.close();
  const steps = rebuildProjections(path, { projections: workProjections, ...workWorld() });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(expectValue(step.value)).toMatchObject({ differing: [] });
});
