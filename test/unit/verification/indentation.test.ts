import { expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

const spaces = 'def f(x):\n    return x\n';
const tabs = 'def f(x):\n\treturn x\n';
type Files = Readonly<Record<string, string>>;
const beside = (text: string): Files => ({ 'src/a.py': text, 'src/b.py': text, 'src/c.py': text });

/** What is said of indentation when `after` is laid over `before`. */
async function said(before: Files, after: Files): Promise<readonly string[]> {
  const rules = parseRules({ style_rules: {} }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const files = Object.keys(after).map((path) => ({ path, basePath: Object.hasOwn(before, path) ? path : null }));
  const change = { base: memoryTree(before), head: memoryTree({ ...before, ...after }), files };
  const result = await verifyInThisThread(change, { name: 'case', agentType: null, rules: rules.value }, '', {
    now: () => 0,
  });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.warnings.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

it('tells a file that is not indented as the project is', async () => {
  const strange = 'The file is indented with tabs where the others of the project use spaces';
  expect(await said(beside(spaces), { 'src/d.py': tabs })).toEqual([`src/d.py:2 ${strange}`]);
  expect(await said(beside(spaces), { 'lib/d.py': tabs })).toEqual([`lib/d.py:2 ${strange}`]);
  expect(await said(beside(spaces), { 'src/a.py': tabs, 'src/d.py': spaces, 'src/e.py': spaces })).toEqual([]);
  expect(await said({ ...beside(spaces), 'src/d.py': spaces }, { 'src/a.py': tabs })).toEqual([
    `src/a.py:2 ${strange}`,
  ]);
  expect(await said(beside(tabs), { 'src/d.py': spaces })).toEqual([
    'src/d.py:2 The file is indented with spaces where the others of the project use tabs',
  ]);
});

it('leaves alone what was so before, what is as usual nearby, and projects that do not agree', async () => {
  expect(await said({ ...beside(spaces), 'src/d.py': tabs }, { 'src/d.py': `${tabs}\ty = 1\n` })).toEqual([]);
  expect(await said({ ...beside(spaces), 'src/d.py': tabs }, { 'src/e.py': tabs })).toEqual([]);
  expect(await said({ 'src/a.py': spaces, 'src/b.py': spaces }, { 'src/d.py': tabs })).toEqual([]);
  expect(await said(beside(spaces), { 'src/d.js': 'function f() {\n\treturn 1;\n}\n' })).toEqual([]);
  expect(await said(beside(spaces), { 'src/d.py': 'x = 1\n' })).toEqual([]);
});

it('tells once what is mixed', async () => {
  expect(await said(beside(spaces), { 'src/d.py': `${spaces}${tabs}` })).toEqual([
    'src/d.py:4 The file is indented with tabs in some lines and with spaces in others',
  ]);
});
