import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-members-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is said of `rule.js`, which calls members of a parameter; `files` lie beside it. */
async function said(source: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [path, text] of Object.entries({ 'rule.js': source, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const parsed = parseRules({ hallucination_rules: {} }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const change = { base: null, head: folderTree(folder), files: [{ path: 'rule.js', basePath: null }] };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  const { violations, dimensionResults } = result.value;
  const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive);
  return [
    ...violations.map(({ symbol, suggestion }) => `${symbol}: ${suggestion}`),
    ...open.map(({ reason, suggestion }) => `open: ${/'(\w+)'/.exec(reason)?.[1] ?? reason}: ${suggestion ?? ''}`),
  ];
}

const linter = {
  'package.json': '{"dependencies": {"linter": "1"}}',
  'node_modules/linter/package.json': '{"name": "linter", "dependencies": {"deep": "1"}}',
  'node_modules/linter/index.js': 'exports.run = (rule) => rule({ report() {} });',
  'node_modules/deep/index.js': 'exports.frobnicate = () => 1;',
};
const calling = (member: string) => `module.exports = (context) => context.${member}({ a: 1 });\n`;

it('finds no fault with a member that a package of a package has', async () => {
  expect(await said(calling('report'), linter)).toEqual([]);
  expect(await said(calling('frobnicate'), linter)).toEqual([]);
});

it('follows links to packages, as pnpm lays them out, and passes over files where packages would be', async () => {
  const store = 'node_modules/.pnpm/node_modules';
  mkdirSync(join(folder, store), { recursive: true });
  symlinkSync(join(folder, store, 'linter'), join(folder, 'node_modules/linter'));
  const files = {
    'package.json': linter['package.json'],
    [`${store}/linter/package.json`]: linter['node_modules/linter/package.json'],
    [`${store}/linter/index.js`]: linter['node_modules/linter/index.js'],
    [`${store}/deep/index.js`]: linter['node_modules/deep/index.js'],
    'node_modules/file': '',
  };
  expect(await said(`'file';\n${calling('frobnicate')}`, files)).toEqual([]);
  expect(await said(calling('repot'), files)).toEqual(["repot: Check for 'report'"]);
});

it('calls a slip of a known name an error and leaves another name open', async () => {
  expect(await said(calling('repot'), linter)).toEqual(["repot: Check for 'report'"]);
  expect(await said(calling('zorkmidQuux'), linter)).toEqual(['open: zorkmidQuux: ']);
  expect(await said(calling('reportOnce'), linter)).toEqual(["open: reportOnce: Did you mean 'report'?"]);
});

it('takes a name that is quoted, keyed, assigned or read anywhere in the project for known', async () => {
  for (const text of ['["repot"]', '({ repot: 1 })', 'a.repot = 1', 'if (a.repot) a()', 'class A { repot() {} }']) {
    expect(await said(calling('repot'), { ...linter, 'other.js': `${text};\n` })).toEqual([]);
  }
  const uses = { 'other.js': 'module.exports = (a) => a.repot(1) && a\n  .repot(2) && a?.repot(3);\n' };
  expect(await said(calling('repot'), { ...linter, ...uses })).toHaveLength(1);
});

it('asks nothing of members that are asked for first, or of what the host puts there', async () => {
  expect(await said('module.exports = (context) => context.repot?.(1);\n', linter)).toEqual([]);
  expect(await said('/* global host */\nhost.api.repot(1);\nchrome.repot(2);\n', linter)).toEqual([]);
});

it('leaves a slip open, and says nothing of other names, while a package is missing', async () => {
  const missing = { 'package.json': '{"dependencies": {"linter": "1", "absent": "1"}}' };
  expect(await said(calling('repot'), { ...linter, ...missing })).toEqual(["open: repot: Did you mean 'report'?"]);
  expect(await said(calling('zorkmidQuux'), { ...linter, ...missing })).toEqual([]);
});
