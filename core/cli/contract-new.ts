import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parse as parseYaml } from 'yaml';
import { type IssuedContract, issueContract, newTaskId, parseContract } from '../contracts/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { operator } from './operator.ts';
import { printable } from './printable.ts';

interface NewOptions {
  readonly file?: string;
  readonly task?: string;
  readonly agent?: string;
  readonly objective?: string;
  readonly criterion: readonly string[];
  readonly requiredFile: readonly string[];
  readonly runTests?: string;
  readonly shell?: boolean;
  readonly timeout?: string;
  readonly lint?: boolean;
  readonly ast: boolean;
  readonly policy?: string;
  readonly ledger?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  mizan contract new --agent codex/gpt-5 --objective "Add CSV export endpoint" \\
    --criterion "export() writes report.csv" \\
    --required-file app/export.py --required-file tests/test_export.py \\
    --run-tests "pytest tests/test_export.py -q"
  mizan contract new --agent codex/gpt-5 --objective "Split the parser" --policy lenient-refactoring
  mizan contract new --file contract.json
`;

/** `mizan contract new`. */
export function addContractNew(contract: Command, context: CliContext): void {
  contract
    .command('new')
    .description('Issue a contract: what an agent is asked for and how the result is checked.')
    .option('--file <file>', 'a contract as JSON or YAML (docs/schemas/task-contract.schema.json); - is standard input')
    .option('--task <id>', 'task id (default: made up)')
    .option('--agent <id>', 'who is to do it, for example its tool and model')
    .option('--objective <text>', 'what is to be achieved')
    .option('--criterion <text>', 'when it counts as done; repeat for more', append, [])
    .option('--required-file <path>', 'must exist and not be empty; repeat for more', append, [])
    .option('--run-tests <command>', 'must exit with 0; split into words, no shell')
    .option('--shell', 'run the test command in a shell; a person must approve the contract first')
    .option('--timeout <seconds>', 'time limit of the test command (default: 60)')
    .option('--lint', 'run the linters that are present over the changed files')
    .option('--no-ast', 'do not parse the changed files')
    .option('--policy <name>', 'verify the change in five dimensions under this policy (see mizan policy list)')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', examples)
    .action((options: NewOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context, { create: true }), (ledger) =>
        issue(ledger, options, context),
      ),
    );
}

function append(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

async function issue(ledger: Ledger, options: NewOptions, context: CliContext): Promise<Result<unknown>> {
  const fields = await readFields(options, context);
  if (!fields.ok) return fields;
  const contract = parseContract({ task_id: newTaskId(context), ...fields.value });
  if (!contract.ok) return contract;
  const issued = issueContract(ledger, contract.value, operator(context), context);
  if (!issued.ok) return issued;
  if (options.json) printJson(context, summaryOf(issued.value));
  else context.out(describe(issued.value));
  return issued;
}

/** The file's fields with those of the command line over them. */
async function readFields(options: NewOptions, context: CliContext): Promise<Result<Record<string, unknown>>> {
  const fromFile = options.file === undefined ? ok({}) : await readContractFile(options.file, context);
  if (!fromFile.ok) return fromFile;
  const given: Record<string, unknown> = {
    task_id: options.task,
    agent_id: options.agent,
    objective: options.objective,
    criteria: options.criterion.length > 0 ? options.criterion : undefined,
    required_files: options.requiredFile.length > 0 ? options.requiredFile : undefined,
    run_tests: options.runTests,
    shell: options.shell,
    timeout_seconds: options.timeout === undefined ? undefined : Number(options.timeout),
    run_lint: options.lint,
    check_ast: options.ast ? undefined : false,
    verification_policy: options.policy,
  };
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return ok({ ...fromFile.value, ...Object.fromEntries(named) });
}

async function readContractFile(file: string, context: CliContext): Promise<Result<Record<string, unknown>>> {
  let raw: unknown;
  try {
    const text =
      file === '-' ? await context.readInput() : await readFile(resolve(context.workingFolder, file), 'utf8');
    raw = parseYaml(text);
  } catch (error) {
    return fail('contract-file-unreadable', error instanceof Error ? error.message : String(error), file);
  }
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return ok(raw as Record<string, unknown>);
  return fail('contract-file-unreadable', 'A contract file holds one object', file);
}

function summaryOf({ contract, level, probation, shellGateId }: IssuedContract) {
  return { taskId: contract.task_id, agentId: contract.agent_id, level, probation, shellGateId };
}

function describe({ contract, level, probation, shellGateId }: IssuedContract): string {
  const task = printable(contract.task_id);
  const lines = [
    `Contract ${task} issued to ${printable(contract.agent_id)} at level ${level}${probation ? ', on probation' : ''}.`,
  ];
  if (shellGateId !== null) lines.push(`A person must approve its shell command: mizan gate show ${shellGateId}`);
  lines.push(`Run the agent under it: mizan contract run ${task} -- COMMAND...`);
  return `${lines.join('\n')}\n`;
}
