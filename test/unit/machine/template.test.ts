import { describe, expect, test } from 'vitest';
import type { Json } from '../../../core/canonical/index.ts';
import { templates } from './harness.ts';

function render(template: Json, context: Json = {}, more: Record<string, Json> = {}): Json | string {
  const rendered = templates.render(template, { context, input: { q: 'test' }, ...more });
  return rendered.ok ? rendered.value : rendered.problem.code;
}

describe('templates (X6)', () => {
  test.each<[Json, Json, Json]>([
    ['plain', {}, 'plain'],
    [7, {}, 7],
    ['{{ context.n + 1 }}', { n: 1 }, 2],
    ['{{context.n}}', { n: 1.5 }, 1.5],
    ['{{- context.n -}}', { n: 1 }, 1],
    ['{{ context.list }}', { list: [1, { b: null, a: 'x' }] }, [1, { b: null, a: 'x' }]],
    ['{{ context.list | length }}', { list: [1, 2] }, 2],
    ['{{ context.t }}', { t: 'true' }, 'true'],
    ['{{ context.t ~ "" }}', { t: '1e2' }, '1e2'],
    ['{{ context.n == 1 }}', { n: 1 }, true],
    ['{{ {"a": {"b": 1}} }}', {}, { a: { b: 1 } }],
    ['{{ "}}" }}', {}, '}}'],
    ['{{ context.missing }}', {}, null],
    ['{{ context.a.b.c }}', {}, null],
    ['[{{ context.missing }}]', {}, '[]'],
    ['{{ context.a }}{{ context.b }}', { a: 1, b: 2 }, '12'],
    [' {{ context.n }}', { n: 1 }, ' 1'],
    ['{{ context.n }} of {{ input.q }}', { n: 1 }, '1 of test'],
    ['{% if context.n > 1 %}many{% else %}one{% endif %}', { n: 1 }, 'one'],
    ['{% for i in context.l %}{{ i }},{% endfor %}', { l: [1, 2] }, '1,2,'],
    ['{{ context.d | dictsort | map("first") | join("-") }}', { d: { b: 1, a: 2 } }, 'a-b'],
    [{ a: ['{{ context.missing }}', { b: '{{ input.q }}' }] }, {}, { a: [null, { b: 'test' }] }],
    ['{# note #}', {}, ''],
    ['<{{ context.h }}>', { h: '<b>' }, '<<b>>'],
    ['{{ context.constructor }}', {}, null],
    ['{{ context.__proto__ }}', {}, null],
    ['{{ context.s.length }}', { s: 'abc' }, null],
    ['{{ context.s.__class__.__mro__ }}', { s: 'abc' }, null],
    ['{{ globalThis }}', {}, null],
    ['{{ process.env }}', {}, null],
  ])('%j of %j is %j', (template, context, expected) => {
    expect(render(template, context)).toStrictEqual(expected);
  });

  test('names given beside context and input can be used', () => {
    expect(render('{{ item.id }}/{{ output }}', {}, { item: { id: 3 }, output: 'o' })).toBe('3/o');
  });

  test.each<[string, string]>([
    ['{{ "x" * 1000000000 }}', 'template-limit'],
    ['{{ [1] * 1000000000 }}', 'template-limit'],
    ['{% for a in range(10000) %}{% for b in range(10000) %}x{% endfor %}{% endfor %}', 'template-failed'],
    ['{{ debug() }}', 'template-failed'],
    ['{% include "other" %}', 'template-failed'],
    ['{{ 1 / 0 }}', 'template-value'],
  ])('%s is stopped, and the next template works', (template, code) => {
    expect(render(template)).toBe(code);
    expect(render('{{ context.n + 1 }}', { n: 1 })).toBe(2);
  });

  test.each<[string, string]>([
    ['{{ context.a', '1:12'],
    ['{% if x %}', '1:11'],
    ['line one\n  {{ 1 + }}', '2:8'],
  ])('%j does not compile, with the place', (template, place) => {
    const checked = templates.check(template);
    expect(checked.ok ? null : checked.problem).toMatchObject({ code: 'template-syntax' });
    expect(checked.ok ? null : Number(checked.problem.place?.split(':')[0])).toBe(Number(place.split(':')[0]));
  });

  test.each([
    ['{{ 1|frob }}', 'There is no filter frob', '1:6'],
    ['{% if false %}\n{{ "a|b is c"|upper|frob }}{% endif %}', 'There is no filter frob', '2:21'],
    ['{% if context.a is not frob %}x{% endif %}', 'There is no test frob', '1:24'],
    ['{{ 1 + frob(2) }}', 'There is no function frob', '1:8'],
    ['{% if true %}{% else %}{{ frob (context.a) }}{% endif %}', 'There is no function frob', '1:27'],
    ['{{ debug() }}', 'There is no function debug', '1:4'],
    ['{% filter frob %}x{% endfilter %}', 'There is no filter frob', '1:11'],
  ])('%j asks for what there is not, though it may never be reached', (template, message, place) => {
    expect(templates.check(template)).toMatchObject({
      ok: false,
      problem: { code: 'template-failed', message, place },
    });
  });

  test.each([
    '{# a|frob #}{% raw %}{{ a|frob }}{% endraw %} |frob is frob',
    '{{ context.a|default("x|frob")|round(2)|groupby("a") }}',
    '{% if context.a is divisibleby(3) and context.b is defined and context.c is not none %}x{% endif %}',
    '{% macro row(a) %}{{ (a) }}{% endmacro %}{{ row(1) }}',
    '{% if not (context.a) and (1) in [1] %}{{ range(3) }}{% endif %}',
    '{% for item in [] recursive %}{{ loop(item) }}{{ loop.cycle("a", "b") }}{% endfor %}{% set x = (1) %}',
    '{% for item in context.items|sort(attribute="n") %}{{ loop.index is odd }}{% endfor %}',
  ])('%j asks only for what there is', (template) => {
    expect(templates.check(template)).toMatchObject({ ok: true });
  });

  test('a template of megabytes is refused', () => {
    expect(templates.check('x'.repeat(200_000))).toMatchObject({ ok: false, problem: { code: 'template-syntax' } });
  });
});
