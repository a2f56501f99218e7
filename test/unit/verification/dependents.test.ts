import { describe, expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

async function broken(base: Readonly<Record<string, string>>, changed: Readonly<Record<string, string | null>>) {
  const rules = parseRules({ hallucination_rules: {} }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const head = new Map(Object.entries(base));
  for (const [path, text] of Object.entries(changed)) {
    if (text === null) head.delete(path);
    else head.set(path, text);
  }
  const change = {
    base: memoryTree(base),
    head: memoryTree(Object.fromEntries(head)),
    files: Object.keys(changed).map((path) => ({ path, basePath: Object.hasOwn(base, path) ? path : null })),
  };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ file, line, symbol }) => `${file}:${line} ${symbol}`);
}

describe('files that use what a change takes away', { timeout: 60_000 }, () => {
  it('TypeScript: a removed export, a removed member of an interface, a removed file', async () => {
    const base = {
      'a.ts': 'export function kept(): number { return 1; }\nexport function gone(): number { return 2; }\n',
      'b.ts': 'export interface Box { readonly size: number; readonly colour: string; }\n',
      'c.ts': 'export const c = 1;\n',
      'user.ts':
        "import { gone, kept } from './a.ts';\nimport type { Box } from './b.ts';\nimport { c } from './c.ts';\n" +
        'export const all = (box: Box) => [gone(), kept(), box.colour, c];\n',
      'bystander.ts': 'export const gone = 3;\nexport const colour = gone;\n',
    };
    expect(await broken(base, { 'a.ts': 'export function kept(): number { return 1; }\n' })).toEqual([
      'user.ts:1 gone',
    ]);
    expect(await broken(base, { 'b.ts': 'export interface Box { readonly size: number; }\n' })).toEqual([
      'user.ts:4 colour',
    ]);
    expect(await broken(base, { 'c.ts': null })).toEqual(['user.ts:3 ./c.ts']);
  });

  it('TypeScript: a member of a type that all files share without importing it', async () => {
    const base = {
      'shared.d.ts': 'interface Shared {\n  readonly kept: number;\n  readonly gone: number;\n}\n',
      'user.ts': 'export const all = (one: Shared) => [one.kept, one.gone];\n',
    };
    const head = 'interface Shared {\n  readonly kept: number;\n}\n';
    expect(await broken(base, { 'shared.d.ts': head })).toEqual(['user.ts:1 gone']);
  });

  it('TypeScript: a call that no longer fits', async () => {
    const base = {
      'a.ts': 'export function f(one: number): number { return one; }\n',
      'user.ts': "import { f } from './a.ts';\nexport const x = f(1);\n",
    };
    const head = 'export function f(one: number, two: number): number { return one + two; }\n';
    expect(await broken(base, { 'a.ts': head })).toHaveLength(1);
  });

  it('Python: a removed function', async () => {
    const base = {
      'tools.py': 'def kept():\n    return 1\n\n\ndef gone():\n    return 2\n',
      'user.py': 'from tools import gone\n\nprint(gone())\n',
    };
    expect(await broken(base, { 'tools.py': 'def kept():\n    return 1\n' })).toEqual(['user.py:1 tools.gone']);
  });

  it('Common Lisp: a removed function', async () => {
    const base = {
      'tools.lisp': '(defun kept () 1)\n(defun gone () 2)\n',
      'user.lisp': '(defun use () (list (kept) (gone)))\n',
    };
    expect(await broken(base, { 'tools.lisp': '(defun kept () 1)\n' })).toEqual(['user.lisp:1 gone']);
  });

  it('a change inside a function looks at nothing else', async () => {
    const base = { 'a.ts': 'export const a = () => 1;\n', 'user.ts': 'export const b = missing();\n' };
    expect(await broken(base, { 'a.ts': 'export const a = () => 2;\n' })).toEqual([]);
  });
});
