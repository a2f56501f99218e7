import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../../core/problem/index.ts';
import { memoryTree, systemTools } from '../../../../core/verification/index.ts';
import { toolFindings } from '../../../../core/verification/toolchains/check.ts';
import { toolchains } from '../../../../core/verification/toolchains/table.ts';
import type { ToolRun } from '../../../../core/verification/toolchains/tools.ts';
import { cProject } from './projects.ts';

const noSandbox = async () => fail('sandbox-missing', 'none here');
const searchPath = process.env.PATH ?? '';
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mizan-tools-test-')));
  for (const name of ['project', 'scratch', 'bin']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, script: string): void {
  writeFileSync(join(folder, path), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, path), 0o755);
}

const run = (more: Partial<ToolRun> = {}): ToolRun => ({
  program: 'tool',
  arguments: [],
  project: join(folder, 'project'),
  scratch: join(folder, 'scratch'),
  root: null,
  readable: [],
  folder: '',
  environment: {},
  timeoutMs: 20_000,
  memoryMiB: 512,
  runsProjectCode: false,
  ...more,
});

const tools = () => systemTools({ PATH: `${join(folder, 'bin')}:${searchPath}`, SECRET: 'x' }, null, noSandbox);

describe('the compilers of a machine', () => {
  it('are found by absolute folders of the path, never in the project', async () => {
    put('bin/tool', 'echo ran');
    expect(await tools().run(run())).toMatchObject({ kind: 'ended', output: 'ran\n' });
    expect(await tools().run(run({ root: folder }))).toEqual({ kind: 'missing' });
    const fromHere = systemTools({ PATH: relative(process.cwd(), join(folder, 'bin')) }, null, noSandbox);
    expect(await fromHere.run(run())).toEqual({ kind: 'missing' });
    expect(await tools().run(run({ program: 'no-such-tool' }))).toEqual({ kind: 'missing' });
  });

  it('that may run code of the project are not started without a sandbox', async () => {
    put('bin/tool', 'echo ran > ../scratch/trace');
    expect(await tools().run(run({ runsProjectCode: true }))).toEqual({
      kind: 'failed',
      reason: 'tool may run code of the project, and no sandbox works here',
    });
    expect(existsSync(join(folder, 'scratch/trace'))).toBe(false);
  });

  it('see a clean environment, and limits of memory, time and output', async () => {
    put('bin/tool', 'echo "$SECRET|$EXTRA|$(ulimit -v)"');
    expect(await tools().run(run({ environment: { EXTRA: 'y' } }))).toMatchObject({ output: `|y|${512 * 1024}\n` });
    put('bin/tool', 'sleep 30');
    expect(await tools().run(run({ timeoutMs: 50 }))).toMatchObject({ kind: 'failed' });
    put('bin/tool', 'yes | head -c 9000000');
    expect(await tools().run(run())).toEqual({ kind: 'failed', reason: 'tool printed more than can be read' });
  });

  const hasCompiler = searchPath.split(delimiter).some((path) => path !== '' && existsSync(join(path, 'cc')));
  it.runIf(hasCompiler)('find the wrong names of a C project for real', async () => {
    const change = { base: null, head: memoryTree(cProject), files: [] };
    const rules = { checkLanguageSymbols: true, checkProjectApis: true, projectRoot: null };
    const files = ['shop.c', 'lost.c'].map((path) => ({ path, basePath: null }));
    const real = systemTools(process.env, null);
    const { violations } = await toolFindings(change, files, toolchains['c-family'], rules, real);
    const names = violations.map(({ symbol }) => symbol);
    expect(names).toEqual(
      expect.arrayContaining(['frobnicate', 'item.prise', 'lenght', 'strlne', 'size_tt', 'shpo.h']),
    );
  });
});
