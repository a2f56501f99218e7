import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { getAgentRun, listAgentRuns, type RunPlan, readRunPlan, runAgent } from '../agents/index.ts';
import type { AgentRunDetail, AgentRunRow, AgentRunStep } from '../api/index.ts';
import type { Json } from '../canonical/index.ts';
import { GovernedTool } from '../kernel/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import { systemTimers } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { type Program, programOf } from '../runs/index.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { printable } from './printable.ts';
import { type Column, textTable } from './table.ts';

interface RunOptions {
  readonly ledger?: string;
  readonly json?: boolean;
  readonly id?: string;
}

/** `mizan agent-run start | list | show`. */
export function addAgentRunCommands(program: Command, context: CliContext): void {
  const runs = program.command('agent-run').description('Run agents whose every tool call passes the kernel.');
  runs
    .command('start')
    .argument('<plan>', 'plan in YAML or JSON: agent, budgets, permissions, tools')
    .description('Run an agent until it answers or must stop; each attempt is kept in the ledger.')
    .option('--id <id>', 'run id (default: a new one)')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan agent-run start plan.yml --ledger run.mizan\n')
    .action((file: string, options: RunOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context, { create: true }), (ledger) =>
        start(context, ledger, file, options),
      ),
    );
  runs
    .command('list')
    .description('Show the newest 200 runs.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((options: RunOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => list(context, reader, options)),
    );
  runs
    .command('show')
    .argument('<id>', 'run id')
    .description('Show each step of a run: what was asked, the verdict, the budgets, and why a call was refused.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((id: string, options: RunOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => {
        const run = getAgentRun(reader, id);
        if (run.ok) print(context, options, run.value, runText);
        return run;
      }),
    );
}

/** Exit code 1 when the run ended in an error. */
async function start(context: CliContext, ledger: Ledger, file: string, options: RunOptions): Promise<Result<unknown>> {
  const plan = await readPlan(resolve(context.workingFolder, file));
  if (!plan.ok) return plan;
  const thinker = programOf(plan.value.agent, context.workingFolder);
  if (!thinker.ok) return thinker;
  const tools = governTools(plan.value, context.workingFolder);
  if (!tools.ok) return tools;
  const runId = options.id ?? Buffer.from(context.random.bytes(8)).toString('hex');
  if (getAgentRun(ledger, runId).ok)
    return fail('run-exists', 'This run is in the ledger already; choose another id', runId);
  const run = await runAgent({
    runId,
    agentId: plan.value.agentId,
    state: plan.value.state,
    tools: tools.value,
    thinker: {
      think: ({ state, history, tools: specs, signal }) =>
        thinker.value({ state, history, tools: specs } as unknown as Json, signal),
    },
    ledger,
    timers: systemTimers,
  });
  if (!run.ok) return run;
  const detail = getAgentRun(ledger, runId);
  if (!detail.ok) return detail;
  print(context, options, detail.value, (shown) => `${runText(shown)}${answerText(run.value.answer)}`);
  if (detail.value.row.sign === 'failed') context.exitWith(1);
  return ok(null);
}

async function readPlan(path: string): Promise<Result<RunPlan>> {
  try {
    return readRunPlan(await readFile(path, 'utf8'));
  } catch (error) {
    return fail('plan-unreadable', error instanceof Error ? error.message : 'The plan cannot be read', path);
  }
}

function governTools(plan: RunPlan, folder: string): Result<readonly GovernedTool[]> {
  const governed: GovernedTool[] = [];
  for (const { spec, command } of plan.tools) {
    const program = programOf(command, folder);
    if (!program.ok) return program;
    governed.push(GovernedTool.govern(spec, askTool(program.value)));
  }
  return ok(governed);
}

const askTool = (program: Program) => (query: string, signal: AbortSignal) => program({ query }, signal);

function list(context: CliContext, reader: LedgerReader, options: RunOptions): Result<unknown> {
  const runs = listAgentRuns(reader, { cursor: null, limit: 200 });
  if (runs.ok) print(context, options, runs.value, ({ rows }) => textTable(rowColumns, rows));
  return runs;
}

function print<T>(context: CliContext, { json }: RunOptions, value: T, text: (value: T) => string): void {
  if (json) printJson(context, value as unknown as Json);
  else context.out(text(value));
}

const rowColumns: readonly Column<AgentRunRow>[] = [
  { title: 'run', align: 'left', value: (row) => row.runId },
  { title: 'agent', align: 'left', value: (row) => row.agentId },
  { title: 'started', align: 'left', value: (row) => row.startedAt },
  { title: 'steps', align: 'right', value: (row) => `${row.steps}` },
  { title: 'ending', align: 'left', value: (row) => row.ending ?? 'still running' },
];

function runText({ row, initial, steps }: AgentRunDetail): string {
  const columns: readonly Column<AgentRunStep>[] = [
    { title: 'step', align: 'right', value: (step) => `${step.step} of ${initial.maxSteps}` },
    { title: 'action', align: 'left', value: (step) => step.toolName ?? step.action },
    { title: 'verdict', align: 'left', value: (step) => step.verdict },
    { title: 'tokens left', align: 'left', value: (step) => bar(step.after.tokenBudget, initial.tokenBudget) },
    { title: 'seconds left', align: 'left', value: (step) => bar(step.after.timeBudget, initial.timeBudget) },
    { title: 'why', align: 'left', value: (step) => [step.reason ?? '', ...step.obstacles].filter(Boolean).join('; ') },
  ];
  const ending = printable(row.ending ?? 'still running');
  return `${printable(row.runId)} by ${printable(row.agentId)}: ${ending}\n${textTable(columns, steps)}`;
}

/** `####......  95`: what is left of a budget. */
function bar(left: number, whole: number): string {
  const width = 10;
  const filled = whole === 0 ? 0 : Math.ceil((width * left) / whole);
  return `${'#'.repeat(filled)}${'.'.repeat(width - filled)} ${left}`;
}

function answerText(answer: string | null): string {
  return answer === null ? '' : `answer: ${printable(answer)}\n`;
}
