import { expect, it } from 'vitest';
import { memoryTree, type ProjectTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

/** What is an error and what is left open, without a base or against one. */
async function said(path: string, files: Readonly<Record<string, string>>, base: ProjectTree | null = null) {
  const parsed = parseRules({ hallucination_rules: {} }, 'rules');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const head = memoryTree({ 'package.json': '{"dependencies": {}}', ...files });
  const change = { base, head, files: [{ path, basePath: null }] };
  const policy = { name: 'case', agentType: null, rules: parsed.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  const { violations, dimensionResults } = result.value;
  const open = dimensionResults.flatMap(({ inconclusive }) => inconclusive).map(({ line }) => line);
  return { errors: violations.map(({ symbol }) => symbol), open };
}

it('looks up what TypeScript requires, but for aliases', async () => {
  const source = 'const planted = require("made-up");\nrequire("./there.js");\nrequire("app/x");\nplanted();\n';
  const config = '{"compilerOptions": {"paths": {"app/*": ["./*"]}}}';
  const files = { 'a.ts': source, 'there.js': '', 'tsconfig.json': config };
  expect(await said('a.ts', files)).toEqual({ errors: ['made-up'], open: [] });
  const own = `declare function require(name: string): () => void;\n${source}`;
  expect(await said('a.ts', { ...files, 'a.ts': own })).toEqual({ errors: [], open: [] });
});

it('leaves a scoped name open in TypeScript while no tsconfig says what it is', async () => {
  const files = { 'a.ts': 'import { x } from "@made/up";\nimport y from "made-up";\nx(y);\n' };
  expect(await said('a.ts', files)).toEqual({ errors: ['made-up'], open: [1] });
  expect((await said('a.ts', { ...files, 'tsconfig.json': '{}' })).errors).toEqual(['@made/up', 'made-up']);
});

it('leaves open what is required where it may be missing on purpose', async () => {
  const tried = 'let x;\ntry {\n  x = require("made-up");\n} catch {}\nmodule.exports = x;\n';
  expect(await said('a.js', { 'a.js': tried })).toEqual({ errors: [], open: [3] });
  expect((await said('a.js', { 'a.js': tried.replace('} catch {}', '} finally {}') })).errors).toEqual(['made-up']);
});

it('hears comments that silence only where there is no base', async () => {
  const files = { 'a.ts': '// @ts-ignore\nnowhere();\n' };
  expect(await said('a.ts', files)).toEqual({ errors: [], open: [2] });
  expect(await said('a.ts', files, memoryTree({}))).toEqual({ errors: ['nowhere'], open: [] });
});

it('believes a source more than the declarations made from it', async () => {
  const files = {
    'made.js': 'exports.one = one;\nexports.two = two;\nfunction one() {}\nfunction two() {}\n',
    'made.d.ts': 'export declare function one(): void;\n',
  };
  const using = (member: string) => `const made = require('./made');\nmade.${member}();\n`;
  expect((await said('a.js', { ...files, 'a.js': using('two') })).errors).toEqual([]);
  expect((await said('a.js', { ...files, 'a.js': using('three') })).errors).toEqual(['three']);
});

it('asks a module that copies its exports from elsewhere for no member', async () => {
  const using = "const made = require('./made');\nmade.stat();\n";
  const closed = 'exports.one = () => 1;\n';
  expect((await said('a.js', { 'a.js': using, 'made.js': closed })).errors).toEqual(['stat']);
  for (const more of ['Object.assign(exports, other);', "['stat'].forEach((name) => { exports[name] = 1; });"]) {
    expect((await said('a.js', { 'a.js': using, 'made.js': `${closed}${more}\n` })).errors).toEqual([]);
  }
});
