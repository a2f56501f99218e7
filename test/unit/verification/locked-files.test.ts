import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { folderTree, parseRules, verificationToJson, verifyInThisThread } from '../../../core/verification/index.ts';
import { temporaryFolder } from '../../fixture/ledger.ts';

// Whoever tests as root may read everything.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const readFileSync = (path: string, ...rest: []) => {
    if (path.endsWith('locked.py')) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    return real.readFileSync(path, ...rest);
  };
  return { ...real, readFileSync };
});

it('a source that cannot be opened is an error and not one that was deleted', async () => {
  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  for (const name of ['locked.py', 'open.py']) writeFileSync(join(folder, name), 'x = 1\n');
  const rules = parseRules({ complexity_rules: { max_nesting_depth: 1 } }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const head = folderTree(folder);
  const files = ['locked.py', 'open.py', 'x'.repeat(5000)].map((path) => ({ path, basePath: null }));
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread({ base: null, head, files }, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  expect(verificationToJson(result.value).violations).toMatchObject([
    { rule: 'files/locked', file: 'locked.py', message: 'The file cannot be opened' },
    { rule: 'files/missing' },
  ]);
});
