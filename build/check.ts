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

/** Runs every check, in order. Returns how many passed and failed, and the findings of those that failed. */
export async function runChecks(): Promise<{ passed: number; failed: number; output: string }> {
  let passed = 0;
  let failed = 0;
  let output = '';
  for (const check of checks) {
    const outcome = await runTool(check.script, check.args, { quiet: true });
    const good = outcome.code === 0;
    process.stdout.write(`${good ? 'ok  ' : 'FAIL'} ${check.name}\n`);
    if (good) {
      passed += 1;
    } else {
      failed += 1;
      output += `${check.name}:\n${outcome.output.trimEnd()}\n`;
    }
  }
  return { passed, failed, output };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed, output } = await runChecks();
  process.stdout.write(output);
  process.exit(failed === 0 ? 0 : 1);
}
