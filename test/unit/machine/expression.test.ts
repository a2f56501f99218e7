import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { compileCondition } from '../../../core/machine/index.ts';

function ask(text: string, context: Json = {}, engine: 'simple' | 'cel' = 'simple'): boolean | string {
  const compiled = compileCondition(engine, text);
  if (!compiled.ok) return `${compiled.problem.code} ${compiled.problem.place}`;
  const answer = compiled.value.holds({ context, input: { k: 'in' }, output: [10, 20] });
  return answer.ok ? answer.value : answer.problem.code;
}

describe('simple expressions (X1 to X4)', () => {
  test.each<[string, Json, boolean | string]>([
    ['', {}, true],
    ['  ', {}, true],
    ['context.score >= 8 and not context.blocked', { score: 9 }, true],
    ['not context.a == 2', { a: 1 }, true],
    ['1 < context.n < 3', { n: 2 }, true],
    ['1 < context.n < 3', { n: 3 }, false],
    ['3 > 2 == true', {}, false],
    ['1 + 2 * 3 == 7 and (1 + 2) * 3 == 9', {}, true],
    ['7 % 4 == 3 and -7 % 4 == -3 and 7 / 2 == 3.5', {}, true],
    ['- -context.n == 2', { n: 2 }, true],
    ["input.k == 'in' and output[1] == 20", {}, true],
    ['context["a b"].c[0] == "x\\n"', { 'a b': { c: ['x\n'] } }, true],
    ["context['it\\'s'] == '\\u00e9'", { "it's": 'é' }, true],
    ['context.not == 1', { not: 1 }, true],
    ['context.missing == null and context.a.b.c == null', { a: 1 }, true],
    [
      'context.l == context.m and context.o == context.p',
      { l: [1, [2]], m: [1, [2]], o: { a: 1, b: 2 }, p: { b: 2, a: 1 } },
      true,
    ],
    ['context.l == context.m', { l: [1, 2], m: [2, 1] }, false],
    ['1 == true or 0 == false or "" == null or "1" == 1', {}, false],
    ['1 == 1.0 and 1e2 == 100', {}, true],
    ['"a" < "b" and "B" < "a"', {}, true],
    [
      'context.zero or context.empty or context.text or context.list or context.map',
      { zero: 0, empty: null, text: '', list: [], map: {} },
      false,
    ],
    ['context.map', { map: { a: null } }, true],
    ['context.__proto__ == null and context.constructor == null and context.l.length == null', { l: [1] }, true],
    ['context.constructor == 1 and context.length == 2', { constructor: 1, length: 2 }, true],
    ['true or 1 / 0 == 1', {}, true],
    ['false and 1 / 0 == 1', {}, false],
  ])('%s', (text, context, expected) => {
    expect(ask(text, context)).toBe(expected);
  });

  test.each<[string, Json, string]>([
    ['context.score >= 8', { score: '9' }, 'expression-type'],
    ['context.a < 1', { a: null }, 'expression-type'],
    ['context.l < context.l', { l: [1] }, 'expression-type'],
    ['"a" + 1 == 2', {}, 'expression-type'],
    ['-context.a == 1', { a: 'x' }, 'expression-type'],
    ['1 / context.z > 0', { z: 0 }, 'expression-division'],
    ['1 % 0 > 0', {}, 'expression-division'],
    ['1e308 * 10 > 0', {}, 'expression-range'],
  ])('%s is an error when it is asked', (text, context, code) => {
    expect(ask(text, context)).toBe(code);
  });

  test.each<[string, string]>([
    ['context.score >=', '1:17'],
    ['foo == 1', '1:1'],
    ['context.a ==\n  size(context.b)', '2:3'],
    ['[1, 2] == context.a', '1:3'],
    ['[1] == context.a', '1:1'],
    ['1 in context.a', '1:3'],
    ['context.a[-1]', '1:11'],
    ['context.a[1.5]', '1:11'],
    ['context.', '1:9'],
    ['context.a = 1', '1:11'],
    ['"open', '1:1'],
    ['"\\q"', '1:2'],
    ['1abc == 2', '1:2'],
    ['1e999 > 0', '1:1'],
    ['context.a and', '1:14'],
    ['(1 == 1', '1:8'],
    ['1 == 1)', '1:7'],
    ['context.a & 1', '1:11'],
    ['context.a; 1', '1:10'],
    [`${'('.repeat(200)}1${')'.repeat(200)}`, '1:102'],
    ['x'.repeat(20_000), '1:1'],
  ])('%s is a syntax error with its place', (text, place) => {
    expect(ask(text)).toBe(`expression-syntax ${place}`);
  });

  test('a long chain is no deep tree', () => {
    expect(ask(Array.from({ length: 900 }, () => '1 == 1').join(' and '))).toBe(true);
    expect(ask(`${Array.from({ length: 2000 }, () => '1').join('+')} == 2000`)).toBe(true);
  });
});

describe('cel (X5)', () => {
  test.each<[string, Json, boolean | string]>([
    ['', {}, true],
    ['size(context.items) > 1', { items: [1, 2] }, true],
    ['context.n + 1 == 3 && context.f < 2.5', { n: 2, f: 1.5 }, true],
    ['context.items.all(i, i > 0) && context.items.exists(i, i == 2)', { items: [1, 2] }, true],
    ['context.items.filter(i, i > 1).map(i, i * 2) == [4]', { items: [1, 2] }, true],
    ['context.name.startsWith("te") && context.name.matches("^t.st$")', { name: 'test' }, true],
    ['timestamp(context.at) < timestamp("2030-01-01T00:00:00Z")', { at: '2026-01-01T00:00:00Z' }, true],
    ['has(context.a.b)', { a: {} }, false],
    ['context.a', { a: [] }, false],
    ['context.constructor', {}, 'expression-cel'],
    ['context.missing == 1', {}, 'expression-cel'],
    ['true || nobody == 1', {}, 'expression-cel 1:9'],
    ['true || frob(context.a)', {}, 'expression-cel 1:9'],
    ['context.a.all(x,\n  y > 1)', { a: [] }, 'expression-cel 2:3'],
    ['true || context.a.frob()', {}, 'expression-cel 1:18'],
    [
      'type(context.n) == int && google.protobuf.Timestamp{} != timestamp(context.at)',
      { n: 1, at: '2026-01-01T00:00:00Z' },
      true,
    ],
    ['context.a + "b" == "ab"', { a: 1 }, 'expression-cel'],
    ['1 +', {}, 'expression-syntax 1:3'],
    ['('.repeat(5000), {}, 'expression-syntax 1:1'],
  ])('%s', (text, context, expected) => {
    expect(ask(text, context, 'cel')).toBe(expected);
  });

  test('work without end is stopped: nested loops, patterns over long texts', () => {
    const many = Array.from({ length: 2000 }, (_, index) => index);
    const nested = 'context.l.all(a, context.l.all(b, context.l.all(c, a + b + c >= 0)))';
    expect(ask(nested, { l: many }, 'cel')).toBe('expression-budget');
    const pattern = 'context.l.all(a, !context.s.matches("(a+)+$"))';
    expect(ask(pattern, { l: many, s: `${'a'.repeat(500_000)}b` }, 'cel')).toBe('expression-budget');
    expect(ask('context.s.matches("^(a+)+$")', { s: `${'a'.repeat(50_000)}b` }, 'cel')).toBe(false);
    expect(ask('size(context.l) == 2000', { l: many }, 'cel')).toBe(true);
  });
});
