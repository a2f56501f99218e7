import { describe, expect, it } from 'vitest';
import {
  languageOf,
  memoryTree,
  parseRules,
  readSource,
  verifyInThisThread,
} from '../../../../core/verification/index.ts';
import type { Tools } from '../../../../core/verification/toolchains/tools.ts';
import type { Files } from './projects.ts';

/** A compiler that finds every word `wrong…` undeclared, in what it was given. */
function fakeCompiler(read: (source: string) => string, asked: string[] = []): Tools {
  return {
    run: async ({ arguments: words, program }) => {
      const source = words.at(-1)?.slice(2) ?? '';
      asked.push(`${program} ${source}`);
      const lines = read(source).split('\n');
      const output = lines.flatMap((line, index) =>
        (line.match(/wrong\w*/g) ?? []).map((name) => `${source}:${index + 1}:1: error: '${name}' undeclared`),
      );
      return { kind: 'ended', code: output.length > 0 ? 1 : 0, output: output.join('\n') };
    },
  };
}

async function verify(
  before: Files | null,
  after: Files,
  paths: Readonly<Record<string, string | null>>,
  tools?: Tools,
) {
  const rules = parseRules({ hallucination_rules: { check_cl_symbols: true, check_project_apis: true } }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const change = {
    base: before === null ? null : memoryTree(before),
    head: memoryTree(after),
    files: Object.entries(paths).map(([path, basePath]) => ({ path, basePath })),
  };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 }, tools);
  if (!result.ok) throw new Error(result.problem.message);
  const names = result.value.dimensionResults.find(({ dimension }) => dimension === 'hallucination');
  return {
    status: names?.status,
    found: result.value.violations.map(({ file, line, symbol }) => `${file}:${line} ${symbol}`),
    open: names?.inconclusive ?? [],
  };
}

describe('a change in a language with a compiler', () => {
  it('is told only of names that it introduces, in a moved file too', async () => {
    const before = { 'old.c': 'int f() { return wrong_old; }\n' };
    const after = { 'new.c': 'int f() { return wrong_old; }\nint g() { return wrong_new; }\n' };
    const sources: Files = { ...before, ...after };
    const asked: string[] = [];
    const tools = fakeCompiler((path) => sources[path] ?? '', asked);
    expect(await verify(before, after, { 'new.c': 'old.c' }, tools)).toMatchObject({
      status: 'failed',
      found: ['new.c:2 wrong_new'],
    });
    expect(asked).toEqual(['cc new.c', 'cc old.c']);
  });

  it('is not compiled twice when nothing is wrong', async () => {
    const asked: string[] = [];
    const tools = fakeCompiler(() => 'int f();', asked);
    const files = { 'a.c': 'int f();\n' };
    expect(await verify({ 'a.c': '' }, files, { 'a.c': 'a.c' }, tools)).toMatchObject({ status: 'passed' });
    expect(asked).toEqual(['cc a.c']);
  });

  it('is open, and not passed, when its base could not be compiled', async () => {
    let calls = 0;
    const tools: Tools = {
      run: async () => {
        calls += 1;
        if (calls > 1) return { kind: 'failed', reason: 'was given up' };
        return { kind: 'ended', code: 1, output: "a.c:1:1: error: 'wrong' undeclared" };
      },
    };
    const { status, open } = await verify({ 'a.c': 'x' }, { 'a.c': 'wrong' }, { 'a.c': 'a.c' }, tools);
    expect([status, open[0]?.reason]).toEqual([
      'inconclusive',
      'Names are missing, and nobody can say whether they were missing before',
    ]);
  });

  it('is open when the compiler is missing, with what to install, though it was missing before too', async () => {
    const tools: Tools = { run: async () => ({ kind: 'missing' }) };
    const files = { 'go.mod': '', 'a.go': 'package a\n' };
    const { status, open } = await verify(files, { ...files, 'a.go': 'package a\n\n' }, { 'a.go': 'a.go' }, tools);
    expect([status, open]).toEqual([
      'inconclusive',
      [{ file: 'a.go', reason: 'Names are looked up by go, which is not installed here (on Debian: golang-go)' }],
    ]);
  });

  it('is open where no compiler is asked, each language for its own reason', async () => {
    const files = { 'a.rb': 'x = 1\n', 'A.cs': 'class A {}\n', 'a.c': 'int x;\n' };
    const { open } = await verify(null, files, { 'a.rb': null, 'A.cs': null, 'a.c': null });
    expect(open.map(({ file }) => file).sort()).toEqual(['A.cs', 'a.c', 'a.rb']);
    expect(new Set(open.map(({ reason }) => reason)).size).toBe(3);
  });

  it('has those looked at that use what it takes away', async () => {
    const before = { 'a.c': 'int gone(void) { return 1; }\n', 'b.c': 'int f(void) { return gone(); }\n' };
    const after = { ...before, 'a.c': 'int kept(void) { return 1; }\n' };
    let isHead = true;
    const tools: Tools = {
      run: async ({ arguments: words }) => {
        if (words.at(-1) !== './b.c') return { kind: 'ended', code: 0, output: '' };
        const output = isHead ? "b.c:1:21: error: implicit declaration of function 'gone'\n" : '';
        isHead = false;
        return { kind: 'ended', code: output === '' ? 0 : 1, output };
      },
    };
    expect(await verify(before, after, { 'a.c': 'a.c' }, tools)).toMatchObject({ found: ['b.c:1 gone'] });
  });
});

it('a source offers its functions and the types that it defines, not those that it uses', () => {
  const offers = (path: string, text: string) => {
    const language = languageOf(path);
    const read = language === null ? null : readSource(language, text, path);
    return read !== null && 'surface' in read ? [...read.surface].sort() : null;
  };
  expect(offers('a.c', 'struct s { int a; };\nstruct other *f(void) { return 0; }\n')).toEqual(['f', 's']);
  expect(offers('a.cpp', 'class B {};\nint app::g() { return 1; }\n')).toEqual(['B', 'g']);
  expect(offers('a.go', 'package a\ntype T struct{}\nfunc (t T) M() {}\n')).toEqual(['M', 'T']);
  expect(offers('A.java', 'interface I {}\nenum E { X; void m() {} }\n')).toEqual(['E', 'I', 'm']);
  expect(offers('a.rs', 'struct S { a: i32 }\ntrait T {}\nimpl S { fn m() {} }\n')).toEqual(['S', 'T', 'm']);
});
