import { expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** The functions whose interface changed between two versions of one Lisp source. */
async function changed(before: string, after: string): Promise<readonly string[]> {
  const rules = parseRules({ semantic_rules: { preserve_exports: true, preserve_signatures: true } }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const [base, head] = [before, after].map((text) => memoryTree({ 'a.lisp': text }));
  if (base === undefined || head === undefined) throw new Error('two trees');
  const change = { base, head, files: [{ path: 'a.lisp', basePath: 'a.lisp' }] };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ symbol }) => symbol);
}

it('what only other implementations define is an interface too', async () => {
  const before = '#+ccl (defun open-it (path &key mode) (list path mode))\n(defun other () 1)';
  const after = '#+ccl (defun open-it (path &key) (list path))\n(defun other () 1)';
  expect(await changed(before, after)).toEqual(['open-it']);
  expect(await changed(before, '(defun other () 1)')).toEqual(['open-it']);
});

it('where this implementation has a definition, that one counts', async () => {
  const before = '(defun f (x) x)\n#+ccl (defun f (x y) (list x y))';
  const after = '(defun f (x) x)\n#+ccl (defun f (x y z) (list x y z))';
  expect(await changed(before, after)).toEqual([]);
});
