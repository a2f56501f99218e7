import { expect, it } from 'vitest';
import {
  type AgentVerificationResult,
  memoryTree,
  parseRules,
  verifyInThisThread,
} from '../../../core/verification/index.ts';

/** A Lisp source that calls a near and a far function, under hallucination rules. */
async function verified(rules: object): Promise<AgentVerificationResult> {
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
  return result.value;
}

/** What nothing defines. */
async function unknownCalls(rules: object): Promise<readonly string[]> {
  return (await verified(rules)).violations.map(({ symbol }) => symbol);
}

it('project_root limits what counts as the project', async () => {
  expect(await unknownCalls({})).toEqual([]);
  expect(await unknownCalls({ project_root: './app/' })).toEqual(['far']);
});

it('leaves names open when project_root holds nothing, and refuses one outside the project', async () => {
  const result = await verified({ project_root: 'ap' });
  expect(result).toMatchObject({ status: 'inconclusive', violations: [] });
  expect(result.dimensionResults[1]?.inconclusive[0]?.reason).toMatch(
    /^The project_root 'ap' of the policy holds no file/,
  );
  for (const root of ['/app', '../app', 'a\0b']) {
    const parsed = parseRules({ hallucination_rules: { project_root: root } }, 'rules');
    expect(parsed).toMatchObject({
      ok: false,
      problem: { code: 'policy-invalid', place: 'rules: hallucination_rules.project_root' },
    });
  }
});
