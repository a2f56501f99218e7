import { expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** What a change of one file takes from its users. */
async function lost(path: string, before: string, after: string): Promise<readonly string[]> {
  const parsed = parseRules({ semantic_rules: { preserve_exports: true, preserve_signatures: true } }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const change = {
    base: memoryTree({ [path]: before }),
    head: memoryTree({ [path]: after }),
    files: [{ path, basePath: path }],
  };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ message }) => message);
}

it('tells a value from a type of the same name', async () => {
  const type = 'export type output<T> = T[];\n';
  const value = 'export function output(): number { return 1; }\n';
  const gone = ["The export 'output' was removed, only a type of that name is left"];
  expect(await lost('a.ts', value + type, value.replace('export ', '') + type)).toEqual(gone);
  expect(await lost('a.ts', type + value, type)).toEqual(gone);
  expect(await lost('a.ts', type + value, value + type)).toEqual([]);
  expect(await lost('a.ts', value, "export { output } from './b.ts';\n")).toEqual([]);
  expect(await lost('a.ts', "export { output } from './b.ts';\n", "export type { output } from './b.ts';\n")).toEqual(
    [],
  );
});

it('does not take the announcement of a compiler for an export', async () => {
  const text =
    'exports.two = exports.one = void 0;\nfunction one() {}\nexports.one = one;\nexports.two = exports.three = one;\n';
  expect(await lost('a.js', text, text.replace('exports.one = one;\n', ''))).toEqual(["The export 'one' was removed"]);
  expect(await lost('a.js', text, text.replace('exports.two = exports.three = one;', ''))).toEqual([
    "The export 'two' was removed",
    "The export 'three' was removed",
  ]);
});

it('does not believe __all__ where nothing defines what it lists', async () => {
  const text = "__all__ = ['one', 'two']\nfrom os import path as two\ndef one(): pass\n";
  expect(await lost('a.py', text, text.replace('def one', 'def _one'))).toEqual(["The export 'one' was removed"]);
  expect(await lost('a.py', text, text.replace('path as two', 'path'))).toEqual(["The export 'two' was removed"]);
  expect(
    await lost('a.py', `${text}from x import *\n`, `${text.replace('def one', 'def _one')}from x import *\n`),
  ).toEqual([]);
  expect(await lost('p/__init__.py', text, text.replace('def one(): pass', ''))).toEqual([]);
});

it('misses the old name of an argument that must be given, also where any name is taken', async () => {
  const old = 'def load(name, depth=1, **rest): pass\n';
  const said = "The signature of 'load' was narrowed: it no longer takes name by name";
  expect(await lost('a.py', old, old.replace('name', 'path'))).toEqual([said]);
  expect(await lost('a.py', old, old.replace('depth', 'size'))).toEqual([]);
  expect(await lost('a.py', old, old.replace('name', 'name=None'))).toEqual([]);
  expect(
    await lost('a.py', old.replace('depth', '/, depth'), old.replace('name', 'path').replace('depth', '/, depth')),
  ).toEqual([]);
});

it('counts no line continuation as a parameter', async () => {
  const old = 'def load(name, depth=1): pass\n';
  expect(await lost('a.py', old, old.replace(', ', ', \\\n    '))).toEqual([]);
  expect(await lost('a.py', old.replace(', ', ', \\\n    '), 'def load(name, size=1): pass\n')).toEqual([
    "The signature of 'load' was narrowed: it no longer takes depth by name",
  ]);
});

it('does not take an argument with a default for one that must be given, behind those given by place', async () => {
  const old = 'def load(name, depth, /, *, total=True): pass\n';
  expect(await lost('a.py', old, 'def load(name, place, **rest): pass\n')).toEqual([]);
});

it('reads the chain of hundreds of names that a compiler announces', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `exports.name${index} = `).join('');
  const before = `${names}void 0;\nfunction one() {}\nexports.name0 = one;\nexports.name1 = one;\n`;
  expect(await lost('a.cjs', before, before.replace('exports.name1 = one;\n', ''))).toEqual([
    "The export 'name1' was removed",
  ]);
});

it('gives every name of a chain its value', async () => {
  const before = 'exports.two = exports.one = (a) => a;\n';
  expect(await lost('a.cjs', before, 'exports.two = (a) => a;\n')).toEqual(["The export 'one' was removed"]);
});
