import { describe, expect, it } from 'vitest';
import { filesByConfig, filesOf } from '../../../core/verification/hallucination/typescript-config.ts';
import { memoryTree, parseRules, verifyInThisThread } from '../../../core/verification/index.ts';

async function wrongNames(files: Readonly<Record<string, string>>, changed: string) {
  const rules = parseRules({ hallucination_rules: {} }, 'rules');
  if (!rules.ok) throw new Error(rules.problem.message);
  const change = { base: null, head: memoryTree(files), files: [{ path: changed, basePath: null }] };
  const policy = { name: 'case', agentType: null, rules: rules.value };
  const result = await verifyInThisThread(change, policy, '', { now: () => 0 });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value.violations.map(({ symbol }) => symbol).sort();
}

describe('the files of a tsconfig', () => {
  it('are those it includes by pattern or by folder, without what it excludes', () => {
    const tree = memoryTree({
      'part/tsconfig.json': '{"include": [".", "../shared/*.ts"], "exclude": ["old", "**/*.gen.ts"]}',
      'part/a.ts': '',
      'part/deep/b.tsx': '',
      'part/old/c.ts': '',
      'part/d.gen.ts': '',
      'shared/e.ts': '',
      'shared/deep/f.ts': '',
      'part/readme.md': '',
    });
    expect([...filesOf(tree, 'part/tsconfig.json')].sort()).toEqual(['part/a.ts', 'part/deep/b.tsx', 'shared/e.ts']);
  });

  it('are of another tsconfig where the nearest one leaves them out', () => {
    const tree = memoryTree({
      'tsconfig.json': '{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "tools"}]}',
      'tsconfig.app.json': '{"include": ["src"]}',
      'tools/tsconfig.json': '{"include": ["*.ts", "../vite.config.ts"]}',
      'page/tsconfig.json': '{"include": [".", "../test/page"]}',
      'test/page/c.ts': '',
      'src/a.ts': '',
      'src/b.ts': '',
      'vite.config.ts': '',
      'loose.ts': '',
    });
    expect(filesByConfig(tree, ['src/a.ts', 'vite.config.ts', 'src/b.ts', 'loose.ts', 'test/page/c.ts'])).toEqual([
      ['src/a.ts', 'src/b.ts'],
      ['test/page/c.ts'],
      ['vite.config.ts'],
      ['loose.ts'],
    ]);
  });
});

describe('names under a tsconfig', { timeout: 60_000 }, () => {
  const config = '{"compilerOptions": {"module": "nodenext", "lib": ["es2024"], "types": []}, "exclude": ["other"]}';

  it('are known when another file of it declares them for all', async () => {
    const user = 'export const one = [shared, wrong, new Date().part, new Date().torn];\n';
    const shared =
      'export {};\ndeclare global {\n  const shared: number;\n  interface Date {\n    readonly part: string;\n  }\n}\n';
    const files = { 'tsconfig.json': config, 'user.ts': user };
    expect(await wrongNames({ ...files, 'shared.ts': shared }, 'user.ts')).toEqual(['torn', 'wrong']);
    expect(await wrongNames({ ...files, 'other/shared.ts': shared }, 'user.ts')).toEqual([
      'part',
      'shared',
      'torn',
      'wrong',
    ]);
  });

  it('are not known by a declaration that it leaves out', async () => {
    const user = 'export const one = shared;\n';
    const files = { 'tsconfig.json': config, 'user.ts': user };
    const shared = 'declare const shared: number;\n';
    expect(await wrongNames({ ...files, 'shared.d.ts': shared }, 'user.ts')).toEqual([]);
    expect(await wrongNames({ ...files, 'other/shared.d.ts': shared }, 'user.ts')).toEqual(['shared']);
  });

  it('are known when another file of it brings the types of a platform', async () => {
    const user = 'export const size = () => screen.width;\n';
    const files = { 'tsconfig.json': config, 'user.ts': user };
    expect(await wrongNames(files, 'user.ts')).toEqual(['screen']);
    expect(await wrongNames({ ...files, 'page.ts': '/// <reference lib="dom" />\n' }, 'user.ts')).toEqual([]);
  });

  it("are looked up in modules by Node's rules where it asks for those", async () => {
    const files = {
      'package.json': '{"type": "module"}',
      'old.cjs': 'module.exports = 1;\n',
      'old.d.cts': 'declare class Old {}\nexport default Old;\n',
      'user.ts': "import Old from './old.cjs';\nexport const old = new Old.default();\n",
    };
    expect(await wrongNames({ ...files, 'tsconfig.json': config }, 'user.ts')).toEqual([]);
    const bundled = '{"compilerOptions": {"module": "esnext", "moduleResolution": "bundler"}}';
    expect(await wrongNames({ ...files, 'tsconfig.json': bundled }, 'user.ts')).toEqual(['default']);
  });
});
