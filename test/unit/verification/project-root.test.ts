import { expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** What a Lisp source calls that nothing defines, under hallucination rules. */
async function unknownCalls(rules: object): Promise<readonly string[]> {
  const parsed = parseRules({ hallucination_rules: rules }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const head = memoryTree({
    'app/main.lisp': '(defun main () (list (near) (far)))\n(defun near () 1)\n',
    'old/far.lisp': '(defun far () 1)\n',
  });
  const change = { base: null, head, files: [{ path: 'app/main.lisp', basePath: null }] };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ symbol }) => symbol);
}

it('project_root limits what counts as the project', async () => {
  expect(await unknownCalls({})).toEqual([]);
  expect(await unknownCalls({ project_root: './app/' })).toEqual(['far']);
});
