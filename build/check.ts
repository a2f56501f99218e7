/** `npm run check`: types, style, import rules, dead code. Each is one line; a failing one prints its findings. */
import { pathToFileURL } from 'node:url';
import { runTool } from './run-command.ts';

interface Check {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

const checks: readonly Check[] = [
  { name: 'types: core, electron, build, test', script: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json'] },
  {
    name: 'types: page scripts of the Electron double',
    script: 'typescript/bin/tsc',
    args: ['-p', 'test/double/page'],
  },
  { name: 'types: renderer', script: 'typescript/bin/tsc', args: ['-p', 'renderer/tsconfig.json'] },
  { name: 'style and lint', script: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'import rules',
    script: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.mjs', 'core', 'electron', 'renderer', 'build', 'test'],
  },
  { name: 'dead code and unused packages', script: 'knip/bin/knip.js', args: ['--config', '.knip.json'] },
];

/** Runs every check, in order, and returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  let failed = 0;
  for (const check of checks) {
    const outcome = await runTool(check.script, check.args, { quiet: true });
    const good = outcome.code === 0;
    if (good) passed += 1;
    else failed += 1;
    process.stdout.write(`${good ? 'ok  ' : 'FAIL'} ${check.name}\n`);
    if (!good) process.stdout.write(`${outcome.output.trimEnd()}\n`);
  }
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed } = await runChecks();
  process.exit(failed === 0 ? 0 : 1);
}
