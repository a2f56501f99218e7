import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import {
  type CaseFile,
  type DebateSchemaName,
  debateJsonSchema,
  debateSchemaNames,
  readCaseFile,
} from '../debate/index.ts';
import { describeProblem } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { printable } from './printable.ts';

interface CheckOptions {
  readonly json?: boolean;
}

/** `mizan case check | schema`. */
export function addCaseCommands(program: Command, context: CliContext): void {
  const command = program
    .command('case')
    .description('Cases: the claims, evidence and calculations that debates are about.');
  command
    .command('check')
    .argument('<files...>', 'cases in YAML or JSON')
    .description('List everything that keeps a case from being debated, each with file:line:column.')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExamples:\n  mizan case check deal.yml\n  mizan case check --json cases/*.json\n')
    .action((files: readonly string[], options: CheckOptions) => check(files, options, context));
  command
    .command('schema')
    .addArgument(new Argument('[name]', 'which schema').choices(debateSchemaNames).default('case'))
    .description('Print the JSON Schema of a case, or of what agents write in a debate.')
    .addHelpText('after', '\nExample:\n  mizan case schema > case.schema.json\n')
    .action((name: DebateSchemaName) => context.out(`${JSON.stringify(debateJsonSchema(name), null, 2)}\n`));
}

/** Exit code 1 when a case has problems, 2 when a file cannot be read at all. */
async function check(files: readonly string[], options: CheckOptions, context: CliContext): Promise<void> {
  const results = [];
  let code: 0 | 1 | 2 = 0;
  for (const file of files) {
    const read = await readCaseFile(resolve(context.workingFolder, file));
    const problems = read.ok ? [] : read.problems;
    results.push({ file, problems: problems.map((problem) => ({ ...problem })) });
    if (problems.some((problem) => problem.code === 'case-unreadable')) code = 2;
    else if (problems.length > 0 && code === 0) code = 1;
    if (options.json) continue;
    for (const problem of problems) context.out(`${printable(describeProblem(problem))}\n`);
    context.out(`${file}: ${read.ok ? summary(read.caseFile) : countOf(problems.length, 'problem')}\n`);
  }
  if (options.json) printJson(context, results);
  context.exitWith(code);
}

function summary(caseFile: CaseFile): string {
  const { documents, evidence, claims, calculations } = caseFile;
  return [
    'good:',
    `${countOf(claims.length, 'claim')},`,
    `${countOf(evidence.length, 'evidence item')},`,
    `${countOf(documents.length, 'document')},`,
    countOf(calculations.length, 'calculation'),
  ].join(' ');
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
