import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../core/contracts/inspection/parsers.ts';
import { gapsOf } from '../../../core/syntax-tree/gaps/close.ts';
import type { Grammar } from '../../../core/syntax-tree/grammar.ts';
import { parseTree, readTree } from '../../../core/syntax-tree/index.ts';
import { treeErrors } from '../../../core/syntax-tree/parse.ts';
import { languageOf, readSource } from '../../../core/verification/index.ts';

const inMethod = (body: string) => `class A { void F() { ${body} } }\n`;
const inFn = (body: string) => `fn f() { ${body} }\n`;

/** Sound sources that a grammar refuses, as the languages' own definitions have them. */
const sound: readonly (readonly [Grammar, string])[] = [
  ['csharp', inMethod('var a = $"";')],
  ['csharp', inMethod('var a = $"{$""}" + $"" + @"$""";')],
  ['csharp', inMethod('List<int> a = []; G([], b ?? []); return c ? [] : [1];')],
  ['csharp', 'class A { List<int> B { get; } = []; int[] C => []; }\n'],
  ['csharp', inMethod('int[] a = [..b, 1, .. c.D()]; if (e is [var x, .. var y]) { }')],
  ['csharp', 'class A(int x) : B(x), I;\ninterface I;\npublic struct S<T> where T : class;\n'],
  ['csharp', inMethod('if (a is P(var x, 2) { Z: 3 } q) { } if (b is not C.D(1, _) { } d) { }')],
  ['csharp', 'class A { public void operator +=(int x) { } public void operator >>>=(int x) { } }\n'],
  ['csharp', inMethod('a?.B = 1; a?.C?.D += 2; a?[0] = 3;')],
  ['csharp', 'static class E { extension(string s) { bool IsX => s == ""; } extension(int) { static int Y => 0; } }\n'],
  ['csharp', 'static class E { extension<T>(IEnumerable<T> s) where T : class { T G() => default; } }\n'],
  ['csharp', 'class A { void F(params List<string> b) { } }\n'],
  ['csharp', 'class A<T> where T : allows ref struct { }\n'],
  ['csharp', inMethod('F f = (ref a, out b, scoped in c, d) => { b = 1; };')],
  ['csharp', '#:package X@1\nusing System;\nConsole.WriteLine();\n'],
  ['rust', inFn('let a = async move || 1; let b = async move |x: i32| { x };')],
  ['rust', inFn('let a = async |x| x; let b = async || ();')],
  ['rust', inFn("let a = for<'a> |x: &'a str| -> &'a str { x };")],
  ['rust', 'unsafe extern "C" { pub safe fn a(); unsafe fn b(); safe static C: i32; }\n'],
  ['rust', "fn f<'a, T>(x: &'a T) -> impl Sized + use<'a, T> { x }\nfn g() -> impl Sized + use<> { }\n"],
  ['rust', 'struct A<const N: usize = 3, const M: bool = { true }>([u8; N]);\n'],
  ['rust', 'type A = B<-1, true>;\n'],
  ['rust', inFn('match x { ..5 => {}, 7 | ..=6 => {}, (..1, _) => {}, _ => {} }')],
  ['rust', inFn('let A { 0: x, 1: y } = z;')],
  ['rust', inFn('A { x, .. } = f;')],
  ['rust', 'enum E where { A }\n'],
  ['java', 'class A { String \\u0061 = "\\u0041"; char c = \'\\u0042\'; }\n'],
  ['java', 'class A { void f() { switch (o) { case B _, C _ -> g(); case D(_), E(var _) -> h(); default -> {} } } }\n'],
  ['java', 'import module java.base;\nclass A { }\n'],
  ['java', 'class A { void f(@X int @Y ... a) { } }\n'],
  [
    'go',
    'package a\nvar p = new(1 + 2)\nvar q = new(f())\nvar r = new(int)\nvar s = new([]int)\nvar t = new(b.C[int])\n',
  ],
  ['c', 'void f(void) { goto a; a: }\nvoid g(int x) { switch (x) { case 1: default: } }\n'],
  ['c', 'struct g { int h : 3; unsigned : 2; uint32_t : 0; };\n'],
  ['c', 'auto b = 2;\n'],
  ['c', '_Atomic(int *) d;\n'],
  ['c', '_BitInt(8) o;\n'],
  ['c', '_Thread_local int b;\n'],
  ['c', 'void f(int a) { switch (a) { case 1 ... 2: ; } }\n'],
  ['cpp', 'auto a = "\\x{41}\\u{1F600}\\o{101}\\N{LATIN SMALL LETTER A}";\n'],
  ['cpp', 'void f(int a) { switch (a) { case 1 ... 2: ; } }\nvoid g() { b: }\nstruct S { unsigned : 3; };\n'],
  [
    'cpp',
    'module;\nexport module a.b:c;\nimport d;\nexport import :e;\nimport <vector>;\nimport "f.h";\nmodule :private;\n',
  ],
  ['cpp', 'export module a;\nexport int g();\nexport namespace h { class I {}; }\nexport {\n int j();\n}\n'],
  ['cpp', 'struct A { void f(this A& self); auto g(this auto&& self, int x) { return self; } };\n'],
  ['cpp', 'void g() { if consteval { } else { } if !consteval { } if not consteval { } }\n'],
  ['cpp', 'void f() { auto [s, ...t] = u; }\n'],
  ['cpp', 'A a{.x = 1, .y{2}};\n'],
  ['cpp', 'void f() { using B::d, B::e; }\nstruct S { using typename T::D; };\n'],
  ['cpp', 'extern template class C<int>;\ntemplate struct D<char>;\nextern template int f<int>(int);\n'],
  ['cpp', 'A(int) -> A<int>;\nexplicit A(char) -> A<char>;\n'],
  ['cpp', 'using I = int (A::*)();\nusing T = R (C::*)(Args...);\n'],
  ['cpp', 'auto i = [] static { }; auto j = [&] mutable { }; auto k = [] -> int { return 1; };\n'],
  ['cpp', 'template <class... T> struct E : T... { using T::operator()...; using T::f...; };\n'],
  ['cpp', 'struct A { int a : 3 {1}; int b : 2 = 1; };\n'],
  ['cpp', 'auto r = (b->*q)(1);\n'],
  ['cpp', 'auto a = b ? c : throw D(); auto e = f ? throw G() : h;\n'],
  ['cpp', 'typeof(x) g; __typeof__(y) h;\n'],
  ['cpp', 'auto m = typename T::x{1};\n'],
];

/** Sources about which nothing can be said, with what is told of them. */
const open: readonly (readonly [Grammar, string, string])[] = [
  ['csharp', 'class A {\n#if X\n void F() {\n#else\n void F(int a) {\n#endif\n  G();\n }\n}\n', 'conditions around'],
  [
    'csharp',
    'class A {\n#if X && !(Y || Z) // z\n void F() {\n#elif Y\n#if W\n [B]\n#endif\n void F(int a) {\n#else\n void F(int b)\n' +
      ' {\n#endif\n  G();\n }\n}\n',
    'conditions around',
  ],
  ['java', 'class A extends B { A(int x) { if (x < 0) throw new E(); super(x); } }\n', 'statements before'],
  ['rust', 'unsafe auto trait A {}\n', 'an auto trait'],
  ['rust', 'default impl<T> A for T { }\n', 'specialization'],
  ['rust', '#!/usr/bin/env cargo\n---\n[dependencies]\n---\nfn main() {}\n', 'a manifest'],
  ['c', 'enum [[deprecated]] E [[x]] { A [[y]] = 1 };\n', 'an attribute'],
  ['cpp', 'enum [[y]] E { A [[z]] = 1 };\nnamespace [[deprecated]] n {}\n', 'an attribute'],
  ['cpp', 'void f(int = 1, int* = nullptr);\n', 'a parameter without a name'],
  ['cpp', 'void f() { template for (auto x : y) { } }\n', 'an expansion'],
  ['cpp', 'constexpr auto r = ^^int;\n', 'a reflection'],
  ['cpp', 'using T = [:r:];\n', 'a splice'],
  ['cpp', 'int f(int x) pre(x > 0) post(r: r > x) { return x; }\n', 'a contract'],
  ['cpp', 'template <typename... T> using F = T...[0];\n', 'an element of a pack'],
];

describe('known gaps of the grammars', () => {
  it.each([...sound, ...open.map(([grammar, source]) => [grammar, source] as const)])(
    '%s refuses %j by itself',
    (grammar, source) => {
      expect(treeErrors(parseTree(grammar, source), source)).not.toEqual([]);
    },
  );

  it.each(sound)('%s reads %j around its gap', (grammar, source) => {
    expect(readTree(grammar, source)).toMatchObject({ errors: [], unknown: null });
  });

  it.each(open)('%s leaves %j open', (grammar, source, construct) => {
    expect(readTree(grammar, source)).toMatchObject({ errors: [], unknown: expect.stringContaining(construct) });
  });

  it('has a source for every one of them', () => {
    const sources = [...sound, ...open];
    for (const [grammar, gaps] of Object.entries(gapsOf)) {
      for (const { construct, pattern } of gaps) {
        const has = sources.some(([other, source]) => other === grammar && new RegExp(pattern).test(source));
        expect([grammar, construct, has]).toEqual([grammar, construct, true]);
      }
    }
  });

  it('keeps the lines of a source', () => {
    for (const [grammar, source] of [...sound, ...open]) {
      const { end } = readTree(grammar, source).root.range();
      expect([source, end.line]).toEqual([source, source.split('\n').length - 1]);
    }
  });
});

/** Wrong sources that look like a gap, or stand beside one, with the line of the error. */
const broken: readonly (readonly [Grammar, string, number])[] = [
  ['csharp', 'class A {\n string b = $"";\n int c = ;\n}\n', 3],
  ['csharp', inMethod('var a = $""" ;'), 1],
  ['csharp', inMethod('var a = "b$""c";'), 1],
  ['csharp', 'class A {\n#if X\n void F( {}\n#else\n void F() {}\n#endif\n}\n', 3],
  ['csharp', 'class A {\n#if X\n void F() {}\n#else\n void F( {}\n#endif\n}\n', 5],
  ['csharp', 'class A {\n#if X\n void F() {}\n#elif Y\n void F( {}\n#else\n void F() {}\n#endif\n}\n', 5],
  ['csharp', 'class A {\n#if X &&\n void F() {\n#else\n void F(int a) {\n#endif\n }\n}\n', 2],
  ['csharp', 'class A {\n#if X\n void F() {\n#endif\n }\n}\n', 3],
  ['csharp', inMethod('F f = (ref ref a) => { };'), 1],
  ['csharp', inMethod('int[] a = [..];\n G(];'), 2],
  ['csharp', 'class A : ;\n', 1],
  ['csharp', inMethod('if (a is b or C.D  (int)3) { }'), 1],
  ['rust', 'fn f() {\n let a = async move || 1;\n let b = ;\n}\n', 3],
  ['rust', inFn('let a = async move;'), 1],
  ['rust', inFn('let A { x: 1, .. = f;'), 1],
  ['java', 'class A { void f() { switch (o) { case B b, C -> g( ; } } }\n', 1],
  ['java', 'import module;\nclass A {\n', 2],
  ['go', 'package a\nvar p = new(1 + )\n', 2],
  ['c', 'void f(void) { a: \nint g(\n', 1],
  ['cpp', 'module a\nimport std;\n', 1],
  ['cpp', 'void f() {\n auto x = b->*q;\n auto y = ->*q;\n}\n', 3],
  ['cpp', 'void f() { if consteval }\n', 1],
];

describe('errors beside the gaps', () => {
  it.each(broken)('%s refuses %j', (grammar, source, line) => {
    const { errors, unknown } = readTree(grammar, source);
    expect(unknown).toBeNull();
    expect(errors[0]).toMatchObject({ line });
  });

  it('quotes only what stands in the source', () => {
    const [error] = readTree('csharp', 'class A { string b = $""; void ( int c = }\n').errors;
    expect(error?.message).not.toContain('@""');
  });
});

it('takes an empty interpolated string in the gate and in the dimensions', () => {
  const source = 'class A {\n  public string Name() {\n    return a ? $"" : $"{b}";\n  }\n}\n';
  expect(parserFor('A.cs')?.(source, 'A.cs')).toEqual([]);
  const csharp = languageOf('A.cs');
  if (csharp === null) throw new Error('C# is a language that Mizan reads');
  const read = readSource(csharp, source, 'A.cs');
  expect(read).toMatchObject({
    syntaxError: null,
    functions: [{ symbol: 'A.Name', line: 2, lines: 3, cyclomatic: 2 }],
  });
});

it('leaves open in the gate and in the dimensions what the grammar does not know', () => {
  const source = 'class A extends B { A(int x) { check(x); super(x); } }\n';
  const java = languageOf('A.java');
  if (java === null) throw new Error('Java is a language that Mizan reads');
  const reason = 'uses statements before the constructor that is called, which its grammar does not know';
  expect(parserFor('A.java')?.(source, 'A.java')).toEqual({ reason });
  expect(readSource(java, source, 'A.java')).toEqual({ reason });
});
