import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../core/contracts/inspection/parsers.ts';

function errorsOf(path: string, source: string) {
  const parser = parserFor(path);
  if (parser === null) throw new Error(`no parser for ${path}`);
  const found = parser(source, path);
  return 'reason' in found ? [] : found;
}

function whyNotJudged(path: string, source: string) {
  const found = parserFor(path)?.(source, path);
  return found !== undefined && 'reason' in found ? found.reason : null;
}

/** Correct sources with the constructs that trip incomplete grammars. */
const correct: readonly (readonly [string, string])[] = [
  ['a.py', 'type X[T] = list[T]\nmatch 1:\n    case {"a": 1}: pass\nasync def f[T](a: T, /, *, b): yield f"{a!r}"\n'],
  ['a.py', '\ufeffx = 1\n'],
  ['a.py', ''],
  [
    'a.ts',
    'abstract class A { declare x: string; accessor y = 1; static { } }\nlet a = <T,>(x: T) => x;\nenum E {A}\n',
  ],
  ['a.ts', '@dec() class A { @x() p!: number }\nusing b = c();\nlet z = y as const satisfies B;\n'],
  ['a.d.ts', 'export const a: string;\ndeclare module "x";\n'],
  ['a.cts', 'import a = require("x");\nexport = a;'],
  ['a.tsx', 'export const a = <p>{1}</p>;\n'],
  ['a.js', '#!/usr/bin/env node\nconst a = require("x"); return;\n'],
  ['a.js', 'export default <div/>;'],
  ['a.js', 'with(a){}\n'],
  ['a.mjs', 'import x from "y" with { type: "json" };\nawait x;\n'],
  ['a.json', '{"a":[1,2,{}]}'],
  ['tsconfig.json', '{ // why\n "a": 1, }'],
  ['a.yaml', 'a: &x 1\nb: *x\n---\n- !Ref foo\n- "q"\n'],
  ['a.yml', ''],
  [
    'a.go',
    'package a\nfunc f() { for i := range b { switch { case i > 1: fallthrough\n default: } } }\n' +
      'var x = map[string]int{}',
  ],
  ['a.rs', 'mod a;\nconst X: &str = r#""#;\nfn f<\'a>(x: &\'a str) -> i32 { println!("{}", x); match x { _ => 1 } }\n'],
  ['A.java', 'enum E { X, Y; }\nrecord P(int a) { void f() { for (;;) {} String e = ""; Runnable r = () -> {}; } }\n'],
  ['a.rb', 'def h = 1\nclass A < B\n  def f(x, *y, &b)\n    puts <<~E\n      hi #{x}\n    E\n    x = ""\n  end\nend\n'],
  [
    'a.cs',
    '#if DEBUG\n#endif\nrecord R(int X);\nclass B<T> where T : new() { int P { get; set; } = 1; string e = $"{x}"; }\n',
  ],
  ['a.c', '#include <stdio.h>\nint main(void) { for (;;) { if (a) break; } return f(""); }\nstruct a { int b; };\n'],
  [
    'a.cpp',
    'namespace a { template <typename T> class B : C { public: B() = default; }; }\n' +
      'int main() { for (auto& x : v) {} }\n',
  ],
];

const broken: readonly (readonly [string, string, number, number])[] = [
  ['a.py', 'x = 1\ndef f(:\n', 2, 7],
  ['a.py', 'def f():\nreturn 1\n', 2, 1],
  ['a.py', 'print "x"\n', 1, 7],
  ['a.ts', 'let a:=1', 1, 7],
  ['a.js', 'let x = 1;\nfoo(\n', 3, 1],
  ['a.json', '{"a":}', 1, 6],
  ['a.json', '// no\n{}', 1, 1],
  ['a.yaml', 'a: [1\n', 2, 1],
  ['a.go', 'package a\nfunc f( {\n', 2, 1],
  ['a.rs', 'fn f() { let x = ; }', 1, 10],
  ['A.java', 'class A { int x = ; }', 1, 16],
  ['a.rb', 'class A\n def f(\nend\n', 3, 1],
  ['a.cs', 'class A { int F( {} }', 1, 1],
  ['a.c', 'int f(void) { return 1 }\n', 1, 23],
];

describe('parsers of the AST gate (C5)', () => {
  it.each(correct)('%s takes %j', (path, source) => {
    expect(parserFor(path)?.(source, path)).toEqual([]);
  });

  it.each(broken)('%s refuses %j at line %i', (path, source, line) => {
    expect(errorsOf(path, source)[0]).toMatchObject({ line });
  });

  it('says exactly where, for the languages whose own parser it uses', () => {
    for (const [path, source, line, column] of broken.filter(([path]) => /\.(py|ts|js|rb)$/.test(path))) {
      expect(errorsOf(path, source)[0], source).toMatchObject({ line, column });
    }
  });

  it('does not judge what only a preprocessor or another dialect can read', () => {
    expect(whyNotJudged('a.c', '#define BEGIN {\nint main(void) BEGIN }\n')).toContain('preprocessor');
    expect(whyNotJudged('values.yaml', 'a: {{- if .Values.b }}\n  - {{ .c }}\n')).toContain('template');
    expect(whyNotJudged('a.js', '/* @flow */\nfunction f(x: number) {}\n')).toContain('Flow');
  });

  it('knows no parser for other files', () => {
    expect(parserFor('a.txt')).toBeNull();
    expect(parserFor('constructor')).toBeNull();
    expect(parserFor('a.constructor')).toBeNull();
  });
});
