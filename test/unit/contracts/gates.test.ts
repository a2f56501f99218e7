import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type VerificationRequest, verify } from '../../../core/contracts/gates/verify.ts';
import { chooseSandbox, type SandboxProvider, unsandboxed } from '../../../core/sandbox/index.ts';
import { expectProblem, expectValue, temporaryFolder } from '../../fixture/ledger.ts';
import { contractOf, folderWith, testSandbox } from '../../fixture/work.ts';

let sandbox: SandboxProvider;
beforeAll(async () => {
  sandbox = await testSandbox();
});

function request(
  workTree: string,
  fields: Record<string, unknown>,
  more: Partial<VerificationRequest> = {},
): VerificationRequest {
  return {
    contract: contractOf({ required_files: [], ...fields }),
    workTree,
    changed: null,
    sandbox,
    shellApproved: false,
    paths: null,
    source: null,
    earlier: null,
    environment: process.env,
    signal: null,
    onGate: null,
    ...more,
  };
}

async function gatesOf(workTree: string, fields: Record<string, unknown>, more: Partial<VerificationRequest> = {}) {
  const verification = expectValue(await verify(request(workTree, fields, more)));
  const outcomes = Object.fromEntries(verification.gates.map(({ gate, outcome }) => [gate, outcome]));
  const marks = verification.gates.flatMap((gate) => gate.marks);
  const reasons = Object.fromEntries(verification.gates.map(({ gate, reason }) => [gate, reason]));
  return { ...verification, outcomes, marks, reasons };
}

describe('the files gate (C3)', () => {
  it('follows links and refuses those that lead out, to nothing or in a circle', async () => {
    const outside = join(temporaryFolder(), 'secret.txt');
    writeFileSync(outside, 'secret');
    const folder = folderWith({ 'real.txt': 'x', 'sub/deep.txt': 'y' });
    symlinkSync('real.txt', join(folder, 'inner'));
    symlinkSync('sub', join(folder, 'way'));
    symlinkSync(outside, join(folder, 'outer'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('..', join(folder, 'up'));
    const outcome = async (path: string) =>
      (await gatesOf(folder, { required_files: [path], check_ast: false })).outcomes.files;
    expect(await outcome('inner')).toBe('passed');
    expect(await outcome('way/deep.txt')).toBe('passed');
    for (const path of ['outer', 'dangling', 'loop', 'up', 'up/project/../x'])
      expect(await outcome(path), path).toBe('failed');
  });
});

describe('the tests gate (C4)', () => {
  it('keeps what the command printed and marks the places it names in the change', async () => {
    const folder = folderWith({ 'a.txt': 'x\n', 'b.txt': 'y\n' });
    const run_tests = ['sh', '-c', 'echo "a.txt:1:2: wrong"; echo "  File \\"b.txt\\", line 9, in f"; exit 1'];
    const found = await gatesOf(folder, { run_tests }, { changed: ['a.txt'] });
    expect(found.verdict).toBe('failed');
    expect(found.marks).toEqual([{ file: 'a.txt', line: 1, column: 2, message: 'wrong' }]);
    expect(new TextDecoder().decode(found.outputs[0]?.body)).toContain('a.txt:1:2: wrong');
    expect(found.outputs[0]?.name).toBe('output/tests');
  });

  it('sees the work tree at its own path and none of the home folder', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const script = [
      `test "$(pwd)" = '${folder}'`,
      'test -s a.txt',
      'test -z "$(ls -A "$HOME" | grep -x .ssh)"',
      `test ! -e '${import.meta.filename}' -o -r a.txt`,
    ].join(' && ');
    expect((await gatesOf(folder, { run_tests: ['sh', '-c', script] })).outcomes.tests).toBe('passed');
  });

  it('cannot write to the system', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const script = 'touch /etc/mizan-was-here /usr/mizan-was-here 2>/dev/null; exit 0';
    expect((await gatesOf(folder, { run_tests: ['sh', '-c', script] })).outcomes.tests).toBe('passed');
    expect(existsSync('/etc/mizan-was-here') || existsSync('/usr/mizan-was-here')).toBe(false);
  });

  it('runs a shell line only when a person approved it', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const fields = { run_tests: 'true && test -s a.txt', shell: true };
    expect((await gatesOf(folder, fields)).outcomes.tests).toBe('inconclusive');
    expect((await gatesOf(folder, fields, { shellApproved: true })).outcomes.tests).toBe('passed');
  });

  it('is inconclusive without a sandbox, and marked when a person went without', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const fields = { required_files: ['a.txt'], run_tests: 'true' };
    const without = await gatesOf(folder, fields, { sandbox: null });
    expect(without).toMatchObject({ verdict: 'inconclusive', unsandboxed: true, sandbox: null });
    expect(without.outcomes).toMatchObject({ files: 'passed', tests: 'inconclusive' });
    const none = await gatesOf(folder, fields, { sandbox: unsandboxed(process.env) });
    expect(none).toMatchObject({ verdict: 'verified', unsandboxed: true, sandbox: { provider: 'none' } });
  });

  it('is inconclusive when the sandbox itself breaks', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const broken: SandboxProvider = {
      ...sandbox,
      run: async () => ({ ok: false, problem: { code: 'sandbox-broken', message: 'It broke' } }),
    };
    const found = await gatesOf(folder, { run_tests: 'true' }, { sandbox: broken });
    expect(found).toMatchObject({ verdict: 'inconclusive', reasons: { tests: 'It broke' } });
  });

  it('stops when it is cancelled', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const cancelled = await verify(request(folder, { run_tests: 'sleep 60' }, { signal: controller.signal }));
    expect(expectProblem(cancelled).code).toBe('cancelled');
  });
});

describe('the lint gate', () => {
  /** A linter that finds fault with every line that holds `bad`. */
  function withLinter(folder: string, name: string, exitCode = 1): Readonly<Record<string, string>> {
    const bin = join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    const script = `#!/bin/sh
for f in "$@"; do
  case "$f" in
    ./*) grep -n bad "$f" /dev/null | sed 's/^\\([^:]*\\):\\([0-9]*\\):.*/\\1:\\2:1: X1 bad word/';;
  esac
done
if grep -rq bad --include='*.py' .; then exit ${exitCode}; fi
`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
    return { ...process.env, PATH: '/usr/bin:/bin' } as Readonly<Record<string, string>>;
  }

  it('is skipped without a linter', async () => {
    const folder = folderWith({ 'a.py': 'x = 1\n' });
    const found = await gatesOf(
      folder,
      { run_lint: true, required_files: ['a.py'] },
      { environment: { PATH: '/nowhere' } },
    );
    expect(found).toMatchObject({ verdict: 'verified', outcomes: { lint: 'skipped' } });
  });

  it("asks the linter of the project's own packages and marks what it finds", async () => {
    const folder = folderWith({ 'a.py': 'x = 1\nbad = 2\n' });
    const environment = withLinter(folder, 'ruff');
    const found = await gatesOf(folder, { run_lint: true }, { environment });
    expect(found).toMatchObject({ verdict: 'failed', gateFailed: 'lint' });
    expect(found.marks).toEqual([{ file: 'a.py', line: 2, column: 1, message: 'X1 bad word' }]);
  });

  it('passes clean files and looks only at the changed ones', async () => {
    const folder = folderWith({ 'a.py': 'x = 1\n' });
    const environment = withLinter(folder, 'ruff');
    const found = await gatesOf(folder, { run_lint: true }, { environment, changed: ['a.py'] });
    expect(found.outcomes.lint).toBe('passed');
    expect(found.reasons.lint).toBe('ruff accepts 1 file.');
  });

  it('is inconclusive when the linter itself fails', async () => {
    const folder = folderWith({ 'a.py': 'bad = 1\n' });
    const found = await gatesOf(folder, { run_lint: true }, { environment: withLinter(folder, 'ruff', 2) });
    expect(found).toMatchObject({ verdict: 'inconclusive', outcomes: { lint: 'inconclusive' } });
  });

  it('asks a linter that needs a configuration only where there is one', async () => {
    const folder = folderWith({ 'a.js': 'x = 1\n', 'bad.py': 'bad\n' });
    const environment = withLinter(folder, 'eslint');
    const changed = ['a.js'];
    expect((await gatesOf(folder, { run_lint: true }, { environment, changed })).outcomes.lint).toBe('skipped');
    writeFileSync(join(folder, 'eslint.config.js'), '');
    expect((await gatesOf(folder, { run_lint: true }, { environment, changed })).outcomes.lint).toBe('failed');
  });
});

describe('the AST gate (C5)', () => {
  it('marks each error in every changed file', async () => {
    const folder = folderWith({ 'a.py': 'x = 1\ndef f(:\n', 'b.ts': 'let a:=1', 'c.txt': '(' });
    const found = await gatesOf(folder, { check_ast: true });
    expect(found).toMatchObject({ verdict: 'failed', gateFailed: 'ast' });
    expect(found.reasons.ast).toMatch(/^2 files do not parse\. a\.py:2:7: /);
    expect(new Set(found.marks.map(({ file, line }) => `${file}:${line}`))).toContain('b.ts:1');
  });

  it('does not blame the work for a file that did not parse before either', async () => {
    const folder = folderWith({ 'a.py': 'def f(:\n  pass\n', 'b.py': 'x = 1\n' });
    const earlier = { read: (path: string) => Promise.resolve(path === 'a.py' ? Buffer.from('def f(:\n') : null) };
    const found = await gatesOf(folder, { check_ast: true }, { changed: ['a.py', 'b.py'], earlier });
    expect(found).toMatchObject({ verdict: 'verified', outcomes: { ast: 'passed' } });
    expect(found.reasons.ast).toContain('a.py did not parse before the change either');
  });

  it('leaves alone what did not change, and links that lead out', async () => {
    const folder = folderWith({ 'a.py': 'x = 1\n', 'old.py': 'def (\n' });
    const outside = join(temporaryFolder(), 'broken.py');
    writeFileSync(outside, 'def (\n');
    symlinkSync(outside, join(folder, 'link.py'));
    const found = await gatesOf(folder, { check_ast: true }, { changed: ['a.py', 'link.py', 'deleted.py'] });
    expect(found.verdict).toBe('verified');
    expect(found.reasons.ast).toContain('link.py is a link that leads');
  });
});

describe('the verdict (C2)', () => {
  it('is failed at the first gate that was asked for when the work tree is gone', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    rmSync(folder, { recursive: true });
    const found = await gatesOf(folder, { run_tests: 'true' });
    expect(found).toMatchObject({
      verdict: 'failed',
      gateFailed: 'tests',
      reasons: { tests: 'The work tree is gone.' },
    });
  });

  it('is inconclusive when everything that was asked for turned out to be skipped', async () => {
    const folder = folderWith({ 'a.txt': 'x' });
    expect((await gatesOf(folder, { run_lint: true, check_ast: false })).verdict).toBe('inconclusive');
  });
});

describe('choosing a sandbox', () => {
  it('never falls back to none by itself', async () => {
    const problem = expectProblem(await chooseSandbox('bubblewrap', { PATH: '/nowhere' }));
    expect(problem).toMatchObject({ code: 'sandbox-missing' });
    expect(problem.message).toContain('--sandbox none');
  });
});
