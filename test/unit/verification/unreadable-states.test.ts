/** What cannot be read or compared is left open in every dimension that has rules, with the true reason (V3). */
import { expect, it } from 'vitest';
import {
  type AgentVerificationResult,
  memoryTree,
  parseRules,
  verifyChange,
  verifyInThisThread,
} from '../../../core/verification/index.ts';

type Files = Readonly<Record<string, string>>;
const all = {
  hallucination_rules: {},
  style_rules: { max_line_length: 80 },
  semantic_rules: { preserve_exports: true },
  complexity_rules: { max_cyclomatic_complexity: 1 },
};

function changeOf(before: Files | null, after: Files) {
  const files = Object.keys(after).map((path) => ({
    path,
    basePath: before !== null && Object.hasOwn(before, path) ? path : null,
  }));
  return { base: before === null ? null : memoryTree(before), head: memoryTree(after), files };
}

function policyOf(rules: object) {
  const parsed = parseRules(rules, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return { name: 'case', agentType: null, rules: parsed.value };
}

async function verified(before: Files | null, after: Files, rules: object): Promise<AgentVerificationResult> {
  const result = await verifyInThisThread(changeOf(before, after), policyOf(rules), '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

function openOf(result: AgentVerificationResult): readonly string[] {
  return result.dimensionResults.flatMap(({ dimension, inconclusive }) =>
    inconclusive.map(({ file, reason }) => `${dimension} ${file}: ${reason}`),
  );
}

it('a source that is too large is open in its names as well', async () => {
  const result = await verified(null, { 'large.py': 'x = 1\n'.repeat(400_000) }, all);
  expect(openOf(result)).toEqual(
    ['hallucination', 'style', 'semantics', 'complexity'].map(
      (one) => `${one} large.py: The file is larger than 2 MiB`,
    ),
  );
});

it('a base that does not parse leaves open what would be compared with it', async () => {
  const broken = { 'a.py': 'def f(:\n' };
  const fixed = { 'a.py': 'def f(x):\n    return nowhere(x)\n' };
  const result = await verified(broken, fixed, all);
  expect(result.violations).toEqual([]);
  expect(result.status).toBe('inconclusive');
  expect(openOf(result)).toEqual([
    "hallucination a.py: Called undefined function 'nowhere'; " +
      'the base does not parse, so it may have been there before',
    'style a.py: The base does not parse, so nothing can be compared',
    'semantics a.py: The base does not parse, so nothing can be compared',
    'complexity a.py: The base does not parse, so nothing can be compared',
  ]);
  const complexity = { complexity_rules: { max_cyclomatic_complexity: 1 } };
  expect(openOf(await verified(broken, fixed, complexity))).toHaveLength(1);
});

it('a source that does not parse and did not before is open in its names as well', async () => {
  const [before, after] = [{ 'a.py': 'def f(:\n' }, { 'a.py': 'def f(x:\n' }];
  const open = 'hallucination a.py: The file does not parse, and did not before: ';
  const alone = await verified(before, after, { hallucination_rules: {} });
  expect(alone.status).toBe('inconclusive');
  expect(openOf(alone)).toEqual([expect.stringContaining(open)]);
  expect(openOf(await verified(before, after, all))).toHaveLength(4);
});

it('a base that is too large leaves open what would be compared with it, unless the file is gone', async () => {
  const large = { 'a.py': 'x = 1\n'.repeat(400_000) };
  const style = { style_rules: { max_line_length: 80 } };
  expect(openOf(await verified(large, { 'a.py': 'x = 1\n' }, style))).toEqual([
    'style a.py: The base is larger than 2 MiB, so nothing can be compared',
  ]);
  const change = { ...changeOf(large, {}), files: [{ path: 'a.py', basePath: 'a.py' }] };
  const gone = await verifyInThisThread(change, policyOf(style), '', { now: () => 0 });
  expect(gone.ok && gone.value.status).toBe('passed');
});

it('a file that ended its verifier is called what it is in every dimension', { timeout: 60_000 }, async () => {
  const deep = { 'deep.py': `x = ${'('.repeat(3000)}1${')'.repeat(3000)}\n`, 'other.py': 'y = 1\n' };
  const ticker = { every: () => () => undefined };
  const world = { clock: { now: () => 0 }, ticker, signal: null, progress: () => undefined };
  const result = await verifyChange(changeOf(null, deep), policyOf(all), '', world);
  if (!result.ok) throw new Error(result.problem.message);
  const open = openOf(result.value);
  expect(open).toContain('hallucination deep.py: The file is nested too deeply to be read');
  // Another verifier may have looked at it before or after.
  for (const one of open.slice(1))
    expect(one).toMatch(/deep\.py: The file (is nested too deeply|was given up when it was read)/);
});

it('a source nested beyond reading is open in its names, also where it was so before', async () => {
  const deep = (value: number) => `x = ${'('.repeat(2000)}${value}${')'.repeat(2000)}\n`;
  for (const path of ['deep.py', 'deep.lisp', 'deep.ts']) {
    const result = await verified({ [path]: deep(1) }, { [path]: deep(2) }, { hallucination_rules: {} });
    expect(openOf(result)).toEqual([`hallucination ${path}: The file is nested too deeply to be read`]);
  }
});
