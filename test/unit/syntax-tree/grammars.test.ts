import { expect, it } from 'vitest';
import { parserFor } from '../../../core/contracts/inspection/parsers.ts';
import { lineOf, readTree } from '../../../core/syntax-tree/index.ts';
import { languageOf, readSource } from '../../../core/verification/index.ts';

const sources = {
  python: 'x = 1\ndef f(): pass',
  go: 'package a\nfunc f() {}',
  rust: 'struct A;\nfn f() {}',
  java: 'class A {\n  void f() {}\n}',
  c: 'int a;\nint f(void) { return 1; }',
  cpp: 'class A {};\nint f() { return 1; }',
  ruby: 'x = 1\ndef f\nend',
  csharp: 'class A {\n  void F() {}\n}',
} as const;

it('reads every grammar in one process, with or without a final newline', () => {
  for (const [grammar, text] of Object.entries(sources) as [keyof typeof sources, string][]) {
    for (const source of [text, `${text}\n`])
      expect([grammar, readTree(grammar, source).errors]).toEqual([grammar, []]);
  }
});

it('counts lines from 1 and names the first error', () => {
  const { root, errors } = readTree('go', 'package a\nfunc f( {\n');
  expect(errors[0]).toMatchObject({ line: 2 });
  expect(lineOf(root)).toBe(1);
});

it('serves the gates and the dimensions in one process, whichever comes first', () => {
  const go = languageOf('a.go');
  if (go === null) throw new Error('Go is a language that Mizan reads');
  expect(parserFor('a.rs')?.(sources.rust, 'a.rs')).toEqual([]);
  expect(readSource(go, sources.go, 'a.go')).toMatchObject({ functions: [{ name: 'f' }] });
  expect(parserFor('a.py')?.(sources.python, 'a.py')).toEqual([]);
  expect(parserFor('a.java')?.(sources.java, 'A.java')).toEqual([]);
});

it('takes Python that its own parser refuses for what does not parse, in the gates and in the dimensions', () => {
  const python = languageOf('a.py');
  if (python === null) throw new Error('Python is a language that Mizan reads');
  // The grammar takes each of these for right.
  const broken = {
    'def f(:\n    pass\n': 1,
    'if x:\ny = 1\n': 2,
    'try:\n    x\n': 3,
    'if x:\n    y\n   z\n': 3,
    'print "a"\n': 1,
    'def f(a, a): pass\n': 1,
  };
  for (const [text, line] of Object.entries(broken)) {
    const read = readSource(python, text, 'a.py');
    expect([text, 'syntaxError' in read && read.syntaxError?.line]).toEqual([text, line]);
    expect(parserFor('a.py')?.(text, 'a.py')).toMatchObject({ 0: { line } });
  }
  const right = 'def f[T](a: T):\n    match a:\n        case [x, *_]:\n            return f"{x!r:>{len("a")}}"\n';
  expect(readSource(python, `\uFEFF${right}`, 'a.py')).toMatchObject({ syntaxError: null });
});

it('takes a source in which something is missing for what does not parse', () => {
  const broken = {
    'a.go': 'package a\nfunc f() { g(1 }\n',
    'A.java': 'class A { void f() { int x = 1 } }\n',
    'a.rs': 'fn f() { let x = 1 }\n',
    'a.rb': 'def f\n',
    'A.cs': 'class A { void F() { int x = 1 } }\n',
    'a.c': 'int f(void) { return 1 }\n',
  };
  for (const [path, text] of Object.entries(broken)) {
    const language = languageOf(path);
    const read = language === null ? null : readSource(language, text, path);
    expect([path, read]).toEqual([path, expect.objectContaining({ syntaxError: expect.anything() })]);
    // Ruby tells the end that is missing, and where it was looked for.
    expect(parserFor(path)?.(text, path)).toHaveLength(path === 'a.rb' ? 2 : 1);
  }
});

it('takes what is empty for what it is', () => {
  const empty = {
    'a.go': 'package a\nvar x = ``\nvar y = ""\n',
    'A.java': 'class A { String a = ""; int[] b = {}; void f() { ; } }\n',
    'a.rs': 'fn f() { let a = ""; let b = r#""#; }\n///\nstruct A;\n',
    'a.rb': 'a = ""\nb = %w[]\nc = <<~A\nA\n',
    'A.cs': 'class A { string a = ""; string b = @""; }\n',
    'a.cpp': 'auto a = R"()"; auto b = "";\n',
  };
  for (const [path, text] of Object.entries(empty)) {
    const language = languageOf(path);
    const read = language === null ? null : readSource(language, text, path);
    expect([path, read]).toEqual([path, expect.objectContaining({ syntaxError: null })]);
    expect(parserFor(path)?.(text, path)).toEqual([]);
  }
});
