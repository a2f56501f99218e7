import { expect, it } from 'vitest';
import { parseRules, policyNamed } from '../../../core/verification/index.ts';

/** What is said of a policy of a project that cannot be used. */
function complaint(text: string): string {
  const read = policyNamed('own', text);
  return read.ok ? 'good' : `${read.problem.place}: ${read.problem.message} (${read.problem.code})`;
}

it('says what is wrong with a policy, and where', () => {
  const layer = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]\n`;
  const bomb = `name: own\na: &a [x, x]\n${layer('b', 'a')}${layer('c', 'b')}${layer('d', 'c')}${layer('e', 'd')}`;
  const said = {
    '': /^\.mizan\/policies\/own: A policy is a map .*\(policy-invalid\)$/,
    '- own\n': /A policy is a map .*\(policy-invalid\)$/,
    'style_rules: {}\n': /own: name: Missing; text is expected; .*\(policy-invalid\)$/,
    'name: Own\n': /own: name: a name of small letters/,
    'name: own\nname: own\n': /own:2:1: Not YAML: Map keys must be unique \(policy-unreadable\)$/,
    'name: own\n---\nname: own\n': /own:2:1: Not YAML: Source contains multiple documents \(policy-unreadable\)$/,
    [bomb]: /own: Not YAML: Excessive alias count .*\(policy-unreadable\)$/,
    'name: own\nstyle_rules: { naming_convention: kebab }\n':
      /style_rules\.naming_convention: .*"lisp-case", "snake-case"/,
    'name: own\ncomplexity_rules: { max_nesting_depth: -1 }\n':
      /complexity_rules\.max_nesting_depth: A number of at least 0 is expected/,
    'name: own\nsemantic_rules: { preserve: true }\n': /semantic_rules: Unknown field "preserve"/,
  };
  for (const [text, pattern] of Object.entries(said)) expect(complaint(text)).toMatch(pattern);
  expect(complaint('name: own\nstyle_rules: { naming_convention: ":LISP_CASE" }\nscope_rules:\n')).toBe('good');
});

it.each([
  ['/src/**', /is absolute/],
  ['C:\\src', /is absolute/],
  ['../x', /leads out of the project/],
  ['a\0b', /NUL/],
  ['src/{a', /has a \{ without its \}/],
  ['src/[a', /has a \[ without its \]/],
  ['!src/**', /excludes nothing here/],
])('refuses the glob %j', (glob, pattern) => {
  for (const list of ['allowed_paths', 'forbidden_paths']) {
    const parsed = parseRules({ scope_rules: { [list]: [glob] } }, 'rules');
    expect(parsed).toMatchObject({ ok: false, problem: { code: 'glob-invalid' } });
    if (!parsed.ok) expect(parsed.problem.message).toMatch(pattern);
  }
});

it('takes globs that only look wrong', () => {
  const globs = ['src/\\{a', 'src/[ab]/**', '!(a|b)/**', '\\!src', 'app/\\[id\\]/**', '{a,b}/', './a..b', '[!a]*'];
  expect(parseRules({ scope_rules: { allowed_paths: globs } }, 'rules').ok).toBe(true);
});
