import { expect, it } from 'vitest';
import { parserFor } from '../../../core/contracts/inspection/parsers.ts';
import { languageOf, readSource } from '../../../core/verification/index.ts';

function errorsOf(source: string) {
  return parserFor('a.rb')?.(source, 'a.rb');
}

function read(source: string) {
  const ruby = languageOf('a.rb');
  if (ruby === null) throw new Error('Ruby is a language that Mizan reads');
  return readSource(ruby, source, 'a.rb');
}

it.each([
  'case [1, 2]\nin Integer => a, 1.. | nil then 1\nin {name: String => n, **nil} unless n == "" then 2\nend\n',
  'h => {a:, b: [c, *]}\nx in a: Integer\ndef f(*, **, &) = g(*, **, &)\n',
  'def f(x) = x * 2\n[1].map { it * 2 }.each { puts _1 }\n',
  'puts <<~A\n  #{1}\nA\n__END__\nanything ( goes\n',
])('takes %j and measures it', (source) => {
  expect(errorsOf(source)).toEqual([]);
  expect(read(source)).toMatchObject({ syntaxError: null });
});

it.each(['def f = puts "Hello"\n', 'class Ünï; end\n', 'a\n  && b\n  || c\n', 'a = <<~A\n  #{<<~B}\n    x\n  B\nA\n'])(
  'takes %j, whose tree has holes, and leaves open what it measures',
  (source) => {
    expect(errorsOf(source)).toEqual([]);
    expect(read(source)).toEqual({ reason: expect.stringContaining('does not know all of it') });
  },
);

it.each([
  ['def f(a, a); end\n', 1, 10],
  ['x = 1\n"é"; break\n', 2, 6],
  ['def f\n  yield\nend\nclass A\n  yield\nend\n', 5, 3],
  ['case x\nin {a: 1, a: 2}\nend\n', 2, 11],
  ['if x\n  1\nend end\n', 3, 5],
])('refuses %j as Ruby does', (source, line, column) => {
  expect(errorsOf(source)).toMatchObject({ 0: { line, column } });
  expect(read(source)).toMatchObject({ syntaxError: { line } });
});

it('reads on after a source that is nested beyond the stack of the parser', () => {
  for (const depth of [1400, 20_000]) {
    expect(errorsOf(`${'['.repeat(depth)}1${']'.repeat(depth)}\n`)).toEqual([]);
    // Only Ruby's own parser refuses the one and takes the other.
    expect(errorsOf('def f(a, a); end\n')).toHaveLength(1);
    expect(errorsOf('def f = puts "a"\n')).toEqual([]);
  }
});
