import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../../build/run-command.ts';

const copies = 5;

/** Style and complexity as the policy asks for them, and names; types ESLint does not look at. */
const eslintConfig = `export default [{
  languageOptions: { sourceType: 'module' },
  rules: { complexity: ['error', 10], 'max-depth': ['error', 4], 'max-lines-per-function': ['error', 50],
    'max-len': ['error', 120], 'no-undef': 'error' },
}];
`;

/** Where a small change in a large repository lies. */
export interface Place {
  readonly repository: string;
  readonly cache: string;
  /** The ten files without their types, because ESLint reads JavaScript only. */
  readonly scripts: string;
}

/** Makes the repository; the files that changed. */
export function makeChange(repository: string): readonly string[] {
  mkdirSync(repository);
  for (let copy = 0; copy < copies; copy += 1)
    cpSync(join(projectRoot, 'core'), join(repository, `part${copy}`), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', '.gitignore']) {
    cpSync(join(projectRoot, name), join(repository, name));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(repository, 'node_modules'));
  git(repository, 'init', '-q');
  git(repository, 'add', '.');
  git(repository, 'commit', '-qm', 'base');
  const rooms = readdirSync(join(repository, 'part2')).filter((name) => !name.includes('.'));
  const files = rooms.slice(0, 10).map((room) => join('part2', room, 'index.ts'));
  for (const file of files) {
    appendFileSync(join(repository, file), '\nexport const added = (text: string): number => text.length;\n');
  }
  return files;
}

/** The same files for ESLint. */
export function makeScripts({ repository, scripts }: Place, files: readonly string[]): void {
  mkdirSync(scripts);
  writeFileSync(join(scripts, 'eslint.config.mjs'), eslintConfig);
  writeFileSync(join(scripts, 'package.json'), '{}');
  for (const [index, file] of files.entries()) {
    writeFileSync(join(scripts, `file${index}.js`), stripTypeScriptTypes(readFileSync(join(repository, file), 'utf8')));
  }
}

/** Runs git in a repository under a name that needs no configuration. */
export function git(repository: string, ...words: readonly string[]): void {
  spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...words], { cwd: repository });
}
