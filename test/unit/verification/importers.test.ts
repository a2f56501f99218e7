import { describe, expect, it } from 'vitest';
import { importersIn } from '../../../core/verification/engine/importers.ts';
import { memoryTree } from '../../../core/verification/index.ts';

function reached(files: Readonly<Record<string, string>>, from: string): readonly string[] {
  const tree = memoryTree(files);
  const sources = tree.paths().filter((path) => !path.endsWith('.json'));
  return [...importersIn(tree, sources).of(from)].sort();
}

describe('who may see what a module offers', () => {
  it('follows imports, re-exports, require and import() through other files', () => {
    const files = {
      'a.ts': 'export const a = 1;\n',
      'hub/index.ts': "export * from '../a.ts';\n",
      'user.ts': "import { a } from './hub';\n",
      'old.cjs': "const { a } = require('./user.js');\n",
      'late.ts': "const a = await import('./old.cjs');\n",
      'apart.ts': 'export const a = 2;\n',
    };
    expect(reached(files, 'a.ts')).toEqual(['hub/index.ts', 'late.ts', 'old.cjs', 'user.ts']);
    expect(reached(files, 'apart.ts')).toEqual([]);
  });

  it('knows the importers of a file that is gone', () => {
    expect(reached({ 'b/user.ts': "import { a } from '../a';\n" }, 'a/index.ts')).toEqual(['b/user.ts']);
  });

  it('lets an alias and a package of the same repository lead anywhere, a package from elsewhere nowhere', () => {
    const files = {
      'package.json': '{"name": "top", "dependencies": {"zod": "4", "@top/part": "*"}}',
      'part/package.json': '{"name": "@top/part"}',
      'a.ts': 'export const a = 1;\n',
      'alias.ts': "import { a } from '@/a';\n",
      'through.ts': "export * from './alias.ts';\n",
      'workspace.ts': "import { a } from '@top/part/a';\n",
      'library.ts': "import { z } from 'zod';\nimport { readFile } from 'node:fs/promises';\nimport 'fs';\n",
    };
    expect(reached(files, 'a.ts')).toEqual(['alias.ts', 'through.ts', 'workspace.ts']);
  });
});
