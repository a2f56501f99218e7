import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTypeScriptProgram } from '../../../core/verification/hallucination/typescript-program.ts';
import { folderTree } from '../../../core/verification/index.ts';

let project = '';

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'mizan-program-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

it('reads the node types once when they are installed by a link', { timeout: 60_000 }, () => {
  const store = join(project, 'node_modules/.store/node');
  mkdirSync(store, { recursive: true });
  mkdirSync(join(project, 'node_modules/@types'));
  symlinkSync(store, join(project, 'node_modules/@types/node'));
  writeFileSync(join(store, 'package.json'), '{"name":"@types/node","version":"1.0.0","types":"index.d.ts"}');
  writeFileSync(join(store, 'index.d.ts'), 'declare var process: { readonly pid: number };\n');
  writeFileSync(join(project, 'tsconfig.json'), '{"compilerOptions":{"types":["node"]}}');
  writeFileSync(join(project, 'a.ts'), 'export const a = process.pid;\n');
  const { program } = createTypeScriptProgram(folderTree(project), ['a.ts'], () => undefined);
  const names = program.getSourceFiles().map(({ fileName }) => fileName);
  expect(names.filter((name) => name.endsWith('node/index.d.ts'))).toHaveLength(1);
});
