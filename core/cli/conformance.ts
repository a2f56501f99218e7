import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CaseResult, conformanceKinds, loadCases, runFile } from '../conformance/index.ts';
import { describeProblem, type Problem } from '../problem/index.ts';
import type { CliContext } from './context.ts';

/** What a failing case shows of a value; longer ones are cut in the middle. */
const shownCharacters = 4000;

/** `mizan conformance FILE_OR_DIR...` */
export function addConformanceCommands(program: Command, context: CliContext): void {
  program
    .command('conformance')
    .description('Run language-neutral cases against the real rooms.')
    .argument('<paths...>', 'case files, or folders with .json files')
    .addHelpText('after', '\nExample:\n  mizan conformance test/conformance\n')
    .action((paths: readonly string[]) => runAll(paths, context));
}

async function runAll(paths: readonly string[], context: CliContext): Promise<void> {
  const kinds = conformanceKinds(context.environment);
  const problems: Problem[] = [];
  let passed = 0;
  let failed = 0;
  const count = (result: CaseResult): void => {
    if (result.passed) {
      passed += 1;
    } else {
      failed += 1;
      context.out(describeFailure(result));
    }
    if (context.interactive) context.error(`\r${passed + failed} cases\x1b[K`);
  };
  for (const path of paths) {
    const loaded = await loadCases(resolve(context.workingFolder, path));
    problems.push(...loaded.problems);
    for (const file of loaded.files) {
      const ran = await runFile(file, kinds, count);
      if (!ran.ok) problems.push(ran.problem);
    }
  }
  if (context.interactive) context.error('\r\x1b[K');
  for (const problem of problems) context.error(`mizan: ${describeProblem(problem)}\n`);
  context.out(`${passed} passed, ${failed} failed\n`);
  context.exitWith(problems.length > 0 ? 2 : failed > 0 ? 1 : 0);
}

function describeFailure({ kind, id, expected, actual }: CaseResult): string {
  return `FAIL ${kind} ${id}\n  expected ${shorten(expected)}\n  actual   ${shorten(actual)}\n`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  if (text.length <= shownCharacters) return text;
  const half = shownCharacters / 2;
  return `${text.slice(0, half)} … ${text.length - shownCharacters} characters … ${text.slice(-half)}`;
}
