import { expect, it } from 'vitest';
import { parserFor } from '../../../core/contracts/inspection/parsers.ts';
import { firstError, lineOf, parseTree } from '../../../core/syntax-tree/index.ts';
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
      expect([grammar, firstError(parseTree(grammar, source))]).toEqual([grammar, null]);
  }
});

it('counts lines from 1 and names the first error', () => {
  const broken = parseTree('go', 'package a\nfunc f( {\n');
  expect(firstError(broken)).toMatchObject({ line: 2 });
  expect(lineOf(broken)).toBe(1);
});

it('serves the gates and the dimensions in one process, whichever comes first', () => {
  const go = languageOf('a.go');
  if (go === null) throw new Error('Go is a language that Mizan reads');
  expect(parserFor('a.rs')?.(sources.rust, 'a.rs')).toEqual([]);
  expect(readSource(go, sources.go, 'a.go')).toMatchObject({ functions: [{ name: 'f' }] });
  expect(parserFor('a.py')?.(sources.python, 'a.py')).toEqual([]);
  expect(parserFor('a.java')?.(sources.java, 'A.java')).toEqual([]);
});
