import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  contractJsonSchema,
  type FinishedRun,
  getWork,
  gitRunner,
  landWork,
  runContract,
  verifyWork,
  type WeighedWork,
} from '../contracts/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import type { SandboxChoice } from '../sandbox/index.ts';
import type { CliContext } from './context.ts';
import { addContractNew } from './contract-new.ts';
import { landingText, weighedText, workText } from './contract-text.ts';
import type { Interruption } from './interruption.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { sandboxFor, sandboxOption } from './sandbox-option.ts';

interface WorkOptions {
  readonly agent?: string;
  readonly ledger?: string;
  readonly json?: boolean;
}

interface CheckOptions extends WorkOptions {
  readonly in?: string;
  readonly sandbox: SandboxChoice;
}

interface RunOptions extends CheckOptions {
  readonly timeLimit?: string;
}

const agentOption = ['--agent <id>', 'whose work, when several agents have this task'] as const;

/** `mizan contract new | show | run | verify | land`. */
export function addContractCommands(program: Command, context: CliContext, interruptions: () => Interruption): void {
  const contract = program.command('contract').description('Ask an agent for work, check what it made, let it land.');
  addContractNew(contract, context);
  addShow(contract, context);
  addRun(contract, context, interruptions);
  addVerify(contract, context, interruptions);
  addLand(contract, context);
  addSchema(contract, context);
}

function addShow(contract: Command, context: CliContext): void {
  contract
    .command('show')
    .argument('<task>', 'task id')
    .description('Show a contract and everything that happened under it.')
    .option(...agentOption)
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan contract show task-1f2e3d4c\n')
    .action((task: string, options: WorkOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => show(context, reader, task, options)),
    );
}

function addRun(contract: Command, context: CliContext, interruptions: () => Interruption): void {
  contract
    .command('run')
    .argument('<task>', 'task id')
    .argument('<command...>', 'the agent, after --; it gets its prompt on standard input')
    .description('Run an agent on its own copy of a folder, check what it left, and land it when it may.')
    .option('--in <folder>', 'the folder to work on (default: here)')
    .option('--time-limit <seconds>', 'end the agent after this time (default: no limit)')
    .addOption(sandboxOption())
    .option(...agentOption)
    .option('--json', "for programs; the agent's output then goes to standard error")
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan contract run task-1f2e3d4c --in ./project -- claude -p\n')
    .action((task: string, command: readonly string[], options: RunOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (ledger) =>
        run(context, interruptions, ledger, task, command, options),
      ),
    );
}

function addVerify(contract: Command, context: CliContext, interruptions: () => Interruption): void {
  contract
    .command('verify')
    .argument('<task>', 'task id')
    .description('Check and score reported work: in a folder, or again on the change that a run left.')
    .option('--in <folder>', 'the folder that holds the finished work')
    .addOption(sandboxOption())
    .option(...agentOption)
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText(
      'after',
      '\nExample:\n  mizan report task-1f2e3d4c --status success\n' +
        '  mizan contract verify task-1f2e3d4c --in ./project\n',
    )
    .action((task: string, options: CheckOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (ledger) =>
        verify(context, interruptions, ledger, task, options),
      ),
    );
}

function addLand(contract: Command, context: CliContext): void {
  contract
    .command('land')
    .argument('<task>', 'task id')
    .description('Land the change of a run, using up the approval when it needed one.')
    .option(...agentOption)
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan contract land task-1f2e3d4c\n')
    .action((task: string, options: WorkOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (ledger) => land(context, ledger, task, options)),
    );
}

function addSchema(contract: Command, context: CliContext): void {
  contract
    .command('schema')
    .description('Print the JSON Schema of a contract.')
    .addHelpText('after', '\nExample:\n  mizan contract schema > task-contract.schema.json\n')
    .action(() => context.out(`${JSON.stringify(contractJsonSchema(), null, 2)}\n`));
}

function show(context: CliContext, reader: LedgerReader, taskId: string, options: WorkOptions): Result<unknown> {
  const work = getWork(reader, { taskId, agentId: options.agent });
  if (!work.ok) return work;
  if (options.json) printJson(context, { ...work.value });
  else context.out(workText(work.value));
  return work;
}

async function run(
  context: CliContext,
  interruptions: () => Interruption,
  ledger: Ledger,
  taskId: string,
  [program, ...words]: readonly string[],
  options: RunOptions,
): Promise<Result<unknown>> {
  if (program === undefined) return fail('command-missing', 'Name the agent after --', 'command');
  const limit = readTimeLimit(options.timeLimit);
  if (!limit.ok) return limit;
  const sandbox = await sandboxFor(options.sandbox, context);
  if (!sandbox.ok) return sandbox;
  const interruption = interruptions();
  const decoder = new TextDecoder();
  const show = options.json ? context.error : context.out;
  try {
    const finished = await runContract(
      ledger,
      {
        taskId,
        agentId: options.agent,
        folder: resolve(context.workingFolder, options.in ?? '.'),
        command: [program, ...words],
        timeLimitSeconds: limit.value,
        sandbox: sandbox.value,
        environment: context.environment,
        signal: interruption.signal,
        onOutput: (chunk) => show(decoder.decode(chunk, { stream: true })),
        onStage: (stage) => context.error(`mizan: ${stages[stage]}\n`),
      },
      gitRunner(context.environment),
      context,
    );
    if (finished.ok) tellRun(context, taskId, finished.value, options);
    return finished;
  } finally {
    interruption.release();
  }
}

function tellRun(context: CliContext, taskId: string, finished: FinishedRun, options: RunOptions): void {
  const { weighed, landed } = finished;
  if (options.json) printJson(context, { ...weighedRecord(taskId, weighed), landed: landed !== null });
  else context.out(`\n${weighedText(weighed)}${landingText(finished)}`);
  exitFor(context, weighed);
}

async function verify(
  context: CliContext,
  interruptions: () => Interruption,
  ledger: Ledger,
  taskId: string,
  options: CheckOptions,
): Promise<Result<unknown>> {
  const sandbox = await sandboxFor(options.sandbox, context);
  if (!sandbox.ok) return sandbox;
  const interruption = interruptions();
  try {
    const weighed = await verifyWork(
      ledger,
      {
        taskId,
        agentId: options.agent,
        folder: options.in === undefined ? null : resolve(context.workingFolder, options.in),
        sandbox: sandbox.value,
        environment: context.environment,
        signal: interruption.signal,
        onGate: (gate) => context.error(`mizan: ${stages[gate]}\n`),
      },
      gitRunner(context.environment),
      context,
    );
    if (!weighed.ok) return weighed;
    if (options.json) printJson(context, weighedRecord(taskId, weighed.value));
    else context.out(weighedText(weighed.value));
    exitFor(context, weighed.value);
    return weighed;
  } finally {
    interruption.release();
  }
}

async function land(
  context: CliContext,
  ledger: Ledger,
  taskId: string,
  options: WorkOptions,
): Promise<Result<unknown>> {
  const landed = await landWork(ledger, { taskId, agentId: options.agent }, gitRunner(context.environment), context);
  if (!landed.ok) return landed;
  if (options.json) printJson(context, { taskId, ...landed.value });
  else context.out(landingText({ landed: landed.value, landingProblem: null, change: null }));
  return landed;
}

function exitFor(context: CliContext, { assessment }: WeighedWork): void {
  context.exitWith(assessment.outcome === 'verified' ? 0 : 1);
}

const stages = {
  preparing: 'preparing a workspace',
  agent: 'the agent is at work',
  files: 'checking required files',
  tests: 'running the tests',
  lint: 'running linters',
  ast: 'parsing changed files',
  dimensions: 'verifying the change in five dimensions',
  landing: 'landing the change',
} as const;

function readTimeLimit(text: string | undefined): Result<number | null> {
  if (text === undefined) return ok(null);
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 7 * 86_400) return ok(seconds);
  return fail('time-limit-invalid', 'A time limit is a number of seconds above 0', '--time-limit');
}

function weighedRecord(taskId: string, { assessment, gateId, before, after }: WeighedWork) {
  const { outcome, score, why, verification } = assessment;
  return {
    taskId,
    outcome,
    score,
    why,
    verdict: verification?.verdict ?? null,
    gateFailed: verification?.gateFailed ?? null,
    gates: Object.fromEntries((verification?.gates ?? []).map((gate) => [gate.gate, gate.outcome])),
    unsandboxed: verification?.unsandboxed ?? false,
    reputationBefore: before.reputation,
    reputationAfter: after.reputation,
    level: after.level,
    gateId,
  };
}
