/** `check_cl_symbols` and `check_project_apis` of seed 004, in every language whose names Mizan looks up itself. */
import { describe, expect, it } from 'vitest';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

const files = {
  'a.py': 'import os, b\nos.wrong_os()\nb.wrong_b()\nwrong_name()\nfrom os import wrong_import\n',
  'b.py': 'x = 1\n',
  'a.lisp': '(defun f (x) (cl:wrong-standard x) (wrong-name x))',
  'a.ts': "import { wrongImport } from './b.ts';\nwrongImport();\nMath.wrongMember();\nwrongName();\n",
  'b.ts': 'export const z = 1;\n',
};
const language = ['a.lisp wrong-standard', 'a.py os.wrong_import', 'a.py os.wrong_os', 'a.ts wrongMember'];
const project = ['a.lisp wrong-name', 'a.py b.wrong_b', 'a.py wrong_name', 'a.ts wrongImport', 'a.ts wrongName'];

async function found(rules: object): Promise<readonly string[]> {
  const parsed = parseRules({ hallucination_rules: rules }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const changed = Object.keys(files).map((path) => ({ path, basePath: null }));
  const change = { base: null, head: memoryTree(files), files: changed };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ file, symbol }) => `${file} ${symbol}`).sort();
}

describe('the switches of hallucination rules', { timeout: 60_000 }, () => {
  it('are both on where nothing is said', async () => {
    expect(await found({})).toEqual([...language, ...project].sort());
  });

  it('turn off the names of the language, of the project, or both', async () => {
    expect(await found({ check_cl_symbols: false })).toEqual(project);
    expect(await found({ check_project_apis: false })).toEqual(language);
    expect(await found({ check_cl_symbols: false, check_project_apis: false })).toEqual([]);
  });
});
