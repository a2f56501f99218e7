import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AgentVerificationResult,
  prepareVerification,
  verifyInThisThread,
} from '../../../core/verification/index.ts';

let folder = '';

function git(...words: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: folder });
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function verify(paths: readonly string[] = [], ref: string | null = null): Promise<AgentVerificationResult> {
  write(
    '.mizan/policies/test.yml',
    'name: test\nscope_rules: {}\ncomplexity_rules: { max_cyclomatic_complexity: 1 }\n',
  );
  const prepared = await prepareVerification({ folder, policyName: 'test', paths, ref, to: null });
  if (!prepared.ok) throw new Error(prepared.problem.code);
  const { change, policy } = prepared.value;
  const result = await verifyInThisThread(change, policy, 'task', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

async function problemOf(request: { policyName?: string; paths?: readonly string[]; ref?: string }): Promise<string> {
  const { policyName = null, paths = [], ref = null } = request;
  const prepared = await prepareVerification({ folder, policyName, paths, ref, to: null });
  return prepared.ok ? 'none' : prepared.problem.code;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('changes of a repository', () => {
  beforeEach(() => {
    git('init', '-q');
    write('a b.js', 'function old(a) { return a && a; }\n');
    write('gone.js', 'exports.x = 1;\n');
    git('add', '.');
    git('commit', '-qm', 'base');
  });

  it('reports what the working tree adds to HEAD, and nothing that was there', async () => {
    write('a b.js', 'function old(a) { return a && a; }\nfunction fresh(a) { return a || a; }\n');
    write('neü.js', 'function other(a) { return a ? 1 : 2; }\n');
    const result = await verify();
    expect(result.violations.map(({ file, line, symbol }) => [file, line, symbol])).toEqual([
      ['a b.js', 2, 'fresh'],
      ['neü.js', 1, 'other'],
    ]);
  });

  it('follows a moved file to its base', async () => {
    git('mv', 'a b.js', 'moved.js');
    const result = await verify();
    expect(result.files).toContain('moved.js');
    expect(result.violations).toEqual([]);
  });

  it('compares two commits, whatever the working tree holds', async () => {
    write('a b.js', 'function old(a) { return a && a; }\nfunction second() {}\n');
    git('mv', 'gone.js', 'moved.js');
    git('commit', '-qam', 'second');
    git('rm', '-q', 'moved.js');
    write('a b.js', 'working tree\n');
    write('untracked.js', 'working tree\n');
    const request = { folder, policyName: 'strict-code-generation', paths: [], ref: 'HEAD~1', to: 'HEAD' };
    const prepared = await prepareVerification(request);
    if (!prepared.ok) throw new Error(prepared.problem.code);
    const { base, head, files } = prepared.value.change;
    expect(files).toEqual([
      { path: 'a b.js', basePath: 'a b.js' },
      { path: 'moved.js', basePath: 'gone.js' },
    ]);
    expect(base?.paths()).toEqual(['a b.js', 'gone.js']);
    expect(head.paths()).toEqual(['a b.js', 'moved.js']);
    expect(base?.read('gone.js')).toEqual({ kind: 'text', text: 'exports.x = 1;\n' });
    expect(head.read('moved.js')).toEqual({ kind: 'text', text: 'exports.x = 1;\n' });
    expect(head.read('a b.js')).toMatchObject({ text: expect.stringContaining('second') });
  });

  it('takes a tree for a base, the empty one as well', async () => {
    const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const all = await verify([], emptyTree);
    expect(all.violations.map(({ file, symbol }) => [file, symbol])).toEqual([['a b.js', 'old']]);
    expect((await verify([], 'HEAD^{tree}')).violations).toEqual([]);
    // A path inside a commit is no base.
    expect(await problemOf({ ref: 'HEAD:gone.js' })).toBe('ref-unknown');
  });

  it('names what is special about a file', async () => {
    rmSync(join(folder, 'gone.js'));
    write('image.png', new Uint8Array([137, 80, 0, 1]));
    write('latin.py', new Uint8Array([35, 233, 10]));
    write('binary.py', new Uint8Array([0, 1, 2]));
    write('large.py', 'x = 1\n'.repeat(400_000));
    write('huge.py', '');
    truncateSync(join(folder, 'huge.py'), 50 * 1024 * 1024);
    write('made.js', '// @generated\n');
    symlinkSync('a b.js', join(folder, 'link.js'));
    const result = await verify();
    const outcomes = Object.fromEntries(result.notes.map(({ file, outcome }) => [file, outcome]));
    expect(outcomes).toEqual({
      'gone.js': 'deleted',
      'image.png': 'binary',
      'latin.py': 'not-utf8',
      'binary.py': 'binary',
      'large.py': 'too-large',
      'huge.py': 'too-large',
      'made.js': 'generated',
      'link.js': 'symbolic-link',
    });
    expect(result.violations.map(({ file }) => file).sort()).toEqual(['binary.py', 'latin.py']);
    expect(result.status).toBe('failed');
  });

  it('reports nothing of a named file that did not change, whatever it is', async () => {
    write('tests/a.test.js', 'it.skip("x", () => expect(f()).toBe(1));\n');
    write('binary.py', new Uint8Array([0, 1, 2]));
    symlinkSync('a b.js', join(folder, 'link.js'));
    git('add', '.');
    git('commit', '-qm', 'second');
    const named = await verify(['tests', 'binary.py', 'link.js']);
    expect(named.files).toEqual(['tests/a.test.js', 'binary.py', 'link.js']);
    expect(named).toMatchObject({ status: 'passed', violations: [], warnings: [] });
    write('tests/a.test.js', 'it("x", () => {});\n');
    const changed = await verify(['tests']);
    expect(changed.violations.map(({ rule }) => rule)).toEqual(['reward-hacking/assertions-removed']);
    expect(changed.warnings.map(({ rule }) => rule)).toEqual(['reward-hacking/test-touched']);
  });

  it('verifies a named file that git ignores as new', async () => {
    write('.gitignore', 'made/\n');
    write('made/a.js', 'function made(a) { return a && a; }\n');
    expect((await verify()).violations).toEqual([]);
    expect((await verify(['made/a.js'])).violations.map(({ symbol }) => symbol)).toEqual(['made']);
  });

  it('names a submodule without looking into it, and fails on a folder that holds nothing of the project', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    for (const words of [
      ['init', '-q'],
      ['commit', '-q', '--allow-empty', '-m', 'one'],
    ])
      git('-C', other, ...words);
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub');
    git('commit', '-qm', 'submodule');
    git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'two');
    rmSync(other, { recursive: true });
    const noted = [{ file: 'sub', outcome: 'submodule', detail: 'is a submodule, which is not looked into' }];
    for (const result of [await verify(), await verify(['sub']), await verify([], 'HEAD~1')]) {
      expect(result.violations).toEqual([]);
      expect(result.notes.filter(({ file }) => file === 'sub')).toEqual(noted);
    }
    mkdirSync(join(folder, 'empty'));
    const empty = await verify(['empty']);
    expect(empty.violations.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'files/missing The file is a folder that holds no file of this project',
    ]);
  });

  it('says what is wrong with the request', async () => {
    expect(await problemOf({ ref: 'no-such-ref' })).toBe('ref-unknown');
    expect(await problemOf({ ref: '--output=x' })).toBe('ref-unknown');
    expect(await problemOf({ policyName: 'no-such-policy' })).toBe('policy-unknown');
    write('bad.yml', 'name: bad\nscope_rules: { allowed_paths: ["src/{a"] }\n');
    expect(await problemOf({ policyName: 'bad.yml' })).toBe('glob-invalid');
  });
});

describe('a folder without git', () => {
  it('needs the files to be named', async () => {
    expect(await problemOf({})).toBe('not-a-repository');
  });

  it('verifies named files without a base, and fails on a missing one', async () => {
    write('src/a.js', 'function f(a) { return a && a; }\n');
    const result = await verify(['src', 'missing.js']);
    expect(result.violations.map(({ file, rule }) => [file, rule])).toEqual([
      ['missing.js', 'files/missing'],
      ['src/a.js', 'complexity/cyclomatic'],
    ]);
  });
});
