/** Laws of verification: V1 and V2 on changes that nobody wrote down. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  globMatches,
  memoryTree,
  parseRules,
  type Violation,
  verifyInThisThread,
} from '../../core/verification/index.ts';

const runs = process.env.MIZAN_LONG === '1' ? 2_000 : 60;

async function findings(
  base: Readonly<Record<string, string>> | null,
  head: Readonly<Record<string, string>>,
  rules: object,
): Promise<readonly Violation[]> {
  const parsed = parseRules(rules, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const paths = [...new Set([...Object.keys(base ?? {}), ...Object.keys(head)])];
  const change = {
    base: base === null ? null : memoryTree(base),
    head: memoryTree(head),
    files: paths.map((path) => ({ path, basePath: base !== null && Object.hasOwn(base, path) ? path : null })),
  };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return [...result.value.violations, ...result.value.warnings];
}

const key = ({ rule, file, symbol }: Violation) => `${rule} ${file} ${symbol}`;
const word = fc.constantFrom('src', 'lib', 'a', 'b', 'test', 'deep', '.hidden');
const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.txt`);
const glob = fc.oneof(
  fc.constantFrom('**', '*', 'src/**', '**/*.txt', 'src/', 'lib/*', '**/deep/**', '.hidden/'),
  path,
);

/** One function in a language, of a name and a number of branches. */
const branchy = (language: string, name: string, branches: number): string =>
  language === 'py'
    ? `def ${name}(a):\n${'    if a:\n        a = 1\n'.repeat(branches)}    return a\n`
    : `function ${name}(a) {\n${'  if (a) a = 1;\n'.repeat(branches)}  return a;\n}\n`;
const functions = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('one', 'two', 'three', 'four', 'five'), branches: fc.integer({ min: 0, max: 4 }) }),
  { selector: ({ name }) => name, maxLength: 5 },
);
const language = fc.constantFrom('js', 'py');
const sourceOf = (ending: string, all: readonly { readonly name: string; readonly branches: number }[]) =>
  all.map(({ name, branches }) => branchy(ending, name, branches)).join('\n');
const limits = { complexity_rules: { max_cyclomatic_complexity: 2 }, style_rules: { max_line_length: 200 } };

describe('scope (V1)', () => {
  it('forbidden beats allowed, whatever else is allowed', () =>
    fc.assert(
      fc.asyncProperty(path, fc.array(glob), glob, async (file, allowed, forbidden) => {
        fc.pre(globMatches(forbidden, file));
        const rules = { scope_rules: { allowed_paths: [...allowed, file, '**'], forbidden_paths: [forbidden] } };
        const found = await findings({}, { [file]: 'text\n' }, rules);
        expect(found.filter(({ rule }) => rule.startsWith('scope/')).map(({ rule }) => rule)).toEqual([
          'scope/forbidden',
        ]);
      }),
      { numRuns: runs },
    ));

  it('a path is the same however it is spelt', () =>
    fc.assert(
      fc.property(path, glob, (file, pattern) => {
        const spelt = `./${file.replace('/', '//').replace(/^(\w+)\//, '$1/x/../')}`;
        expect(globMatches(pattern, spelt)).toBe(globMatches(pattern, file));
      }),
      { numRuns: runs * 5 },
    ));
});

describe('what a change introduces (V2)', () => {
  it('is what head has and base has not', () =>
    fc.assert(
      fc.asyncProperty(language, functions, functions, async (ending, before, after) => {
        const file = `a.${ending}`;
        const [base, head] = [sourceOf(ending, before), sourceOf(ending, after)];
        const old = new Set((await findings(null, { [file]: base }, limits)).map(key));
        const all = (await findings(null, { [file]: head }, limits)).map(key);
        const fresh = (await findings({ [file]: base }, { [file]: head }, limits)).map(key);
        expect([...fresh].sort()).toEqual(all.filter((one) => !old.has(one)).sort());
      }),
      { numRuns: runs },
    ));

  it('is nothing when only layout and comments change', () =>
    fc.assert(
      fc.asyncProperty(language, functions, fc.integer({ min: 1, max: 5 }), async (ending, all, lines) => {
        const source = sourceOf(ending, all);
        const comment = ending === 'py' ? '# said\n' : '// said\n';
        const moved = `${comment}${'\n'.repeat(lines)}${source.replaceAll(/\n(?=def |function )/g, `\n${comment}`)}\n`;
        const rules = { ...limits, semantic_rules: { preserve_exports: true, preserve_signatures: true } };
        expect(await findings({ [`a.${ending}`]: source }, { [`a.${ending}`]: moved }, rules)).toEqual([]);
      }),
      { numRuns: runs },
    ));

  it('does not depend on the order in which files are named', () =>
    fc.assert(
      fc.asyncProperty(functions, functions, async (one, other) => {
        const [first, second] = [sourceOf('js', one), sourceOf('py', other)];
        const forth = await findings(null, { 'a.js': first, 'b.py': second }, limits);
        const back = await findings(null, { 'b.py': second, 'a.js': first }, limits);
        expect(forth).toEqual(back);
      }),
      { numRuns: runs },
    ));
});
