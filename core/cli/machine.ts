import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { RunRow } from '../api/index.ts';
import type { Json } from '../canonical/index.ts';
import { gatesOfDebateRun } from '../debate/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import type { AgentRunner, MachineHooks, MachineResult, RunNotice } from '../machine/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import {
  type Cancellation,
  cancelSentence,
  endSentence,
  getRun,
  graphOf,
  LedgerRuns,
  listChildren,
  listRuns,
  loadMachineFile,
  type Program,
  programOf,
} from '../runs/index.ts';
import type { CliContext } from './context.ts';
import { reportProblem } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { modelAgents } from './machine-models.ts';
import { mermaid, moreOf, runTable, runText } from './machine-text.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { printable } from './printable.ts';

interface WorkOptions {
  readonly ledger?: string;
  readonly agent: readonly string[];
  readonly action: readonly string[];
  readonly models?: string;
  readonly json?: boolean;
}

interface RunOptions extends WorkOptions {
  readonly input: string;
  readonly id?: string;
}

interface ResumeOptions extends WorkOptions {
  readonly fromEarlier?: boolean;
}

interface ReadOptions {
  readonly ledger?: string;
  readonly json?: boolean;
  readonly status?: RunRow['status'];
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** `mizan machine run | resume | cancel | list | show | graph`. */
export function addMachineCommands(program: Command, context: CliContext): void {
  const machine = program.command('machine').description('Run machines of states that survive crashes.');
  addRun(machine, context);
  addResume(machine, context);
  addCancel(machine, context);
  addList(machine, context);
  addShow(machine, context);
  addGraph(machine, context);
}

/** The options of every command that does the work of states. */
function working(command: Command): Command {
  return command
    .option('--agent <name=command>', 'program that answers for an agent, JSON in and out (repeat)', collect, [])
    .option('--action <name=command>', 'program that does an action (repeat)', collect, [])
    .option('--models <file>', 'model profiles; models answer for the FlatAgents written in the machine')
    .option('--json', 'for programs')
    .option(...ledgerOption);
}

function addRun(machine: Command, context: CliContext): void {
  working(
    machine
      .command('run')
      .argument('<file>', 'machine in YAML or JSON')
      .description('Start a run; each step is kept in the ledger.')
      .option('--input <json>', 'input of the machine, or @file', '{}')
      .option('--id <id>', 'execution id (default: a new one)'),
  ).action((file: string, options: RunOptions) =>
    lendLedger(context, openNamedLedger(options.ledger, context, { create: true }), (ledger) =>
      start(context, ledger, file, options),
    ),
  );
}

function addResume(machine: Command, context: CliContext): void {
  working(
    machine
      .command('resume')
      .argument('<id>', 'execution id')
      .description('Go on with a run where its last checkpoint left it.')
      .option('--from-earlier', 'when the newest checkpoint is damaged, use the one before and do its step again'),
  ).action((id: string, options: ResumeOptions) =>
    lendLedger(context, openNamedLedger(options.ledger, context), (ledger) => resume(context, ledger, id, options)),
  );
}

function addCancel(machine: Command, context: CliContext): void {
  machine
    .command('cancel')
    .argument('<id>', 'execution id')
    .description('Stop a run at its last checkpoint.')
    .option(...ledgerOption)
    .action((id: string, options: ReadOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (ledger) =>
        runsOf(context, ledger, { agent: [], action: [] }, async (runs) =>
          reportCancel(context, ledger, id, await runs.cancel(id)),
        ),
      ),
    );
}

function addList(machine: Command, context: CliContext): void {
  const statuses = new Option('--status <status>', 'only runs with this status');
  machine
    .command('list')
    .description('Show runs, newest first.')
    .addOption(statuses.choices(['running', 'parked', 'done', 'failed', 'cancelled']))
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((options: ReadOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => list(context, reader, options)),
    );
}

function addShow(machine: Command, context: CliContext): void {
  machine
    .command('show')
    .argument('<id>', 'execution id')
    .description('Show a run: where it stands and what happened.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((id: string, options: ReadOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => show(context, reader, id, options)),
    );
}

function addGraph(machine: Command, context: CliContext): void {
  machine
    .command('graph')
    .argument('<file>', 'machine in YAML or JSON')
    .description('Check a machine and print its states as a Mermaid diagram.')
    .option('--json', 'for programs')
    .action((file: string, options: ReadOptions) => graph(context, file, options));
}

async function start(context: CliContext, ledger: Ledger, file: string, options: RunOptions): Promise<Result<void>> {
  const input = await readInputOption(context, options.input);
  if (!input.ok) return input;
  const definition = await loadMachineFile(resolve(context.workingFolder, file));
  if (!definition.ok) return definition;
  return runsOf(context, ledger, options, async (runs) =>
    report(context, ledger, await runs.start(definition.value, input.value, options.id), options),
  );
}

function resume(context: CliContext, ledger: Ledger, id: string, options: ResumeOptions): Promise<Result<void>> {
  return runsOf(context, ledger, options, async (runs) =>
    report(context, ledger, await runs.resume(id, { fromEarlier: options.fromEarlier === true }), options),
  );
}

async function readInputOption(context: CliContext, option: string): Promise<Result<Json>> {
  try {
    const text = option.startsWith('@')
      ? await readFile(resolve(context.workingFolder, option.slice(1)), 'utf8')
      : option;
    return ok(JSON.parse(text) as Json);
  } catch {
    return fail('input-invalid', 'The input is not JSON, or its file cannot be read', '--input');
  }
}

async function runsOf(
  context: CliContext,
  ledger: Ledger,
  options: Pick<WorkOptions, 'agent' | 'action' | 'models'>,
  work: (runs: LedgerRuns) => Promise<Result<void>>,
): Promise<Result<void>> {
  const [agents, actions] = [
    programs(context, options.agent, '--agent'),
    programs(context, options.action, '--action'),
  ];
  if (!agents.ok) return agents;
  if (!actions.ok) return actions;
  const models = options.models === undefined ? ok(null) : await modelAgents(options.models, context);
  if (!models.ok) return models;
  const { clock, random } = context;
  return work(
    new LedgerRuns({
      ledger,
      clock,
      random,
      agents: agentsOf(agents.value, models.value),
      hooks: actionsOf(actions.value),
      isMissing: ({ kind, name }) =>
        kind === 'agent' ? models.value === null && !agents.value.has(name) : !actions.value.has(name),
      gatesOf: (executionId) => gatesOfDebateRun(ledger, executionId),
      notice: (notice) => showProgress(context, notice),
    }),
  );
}

function programs(
  context: CliContext,
  written: readonly string[],
  option: string,
): Result<ReadonlyMap<string, Program>> {
  const found = new Map<string, Program>();
  for (const each of written) {
    const at = each.indexOf('=');
    if (at < 1) return fail('option-invalid', `Write ${option} name=command`, option);
    const program = programOf(each.slice(at + 1), context.workingFolder);
    if (!program.ok) return program;
    found.set(each.slice(0, at), program.value);
  }
  return ok(found);
}

function showProgress(context: CliContext, { point, state, step, executionId }: RunNotice): void {
  if (!context.interactive) return;
  if (point === 'state-entered') context.error(`\r${executionId} step ${step + 1}: ${printable(state)}\x1b[K`);
  if (point === 'end-committed' || point === 'park-committed') context.error('\r\x1b[K');
}

/** Exit code 1 when the run ended in an error or was cancelled. */
function report(
  context: CliContext,
  reader: LedgerReader,
  result: Result<MachineResult>,
  { json }: { readonly json?: boolean },
): Result<void> {
  if (!result.ok) return result;
  const end = result.value;
  if (json) printJson(context, end as unknown as Json);
  else context.out(`${printable(endSentence(reader, end))}${moreOf(end)}\n`);
  if (end.status === 'error' || end.status === 'cancelled') context.exitWith(1);
  return ok(undefined);
}

function reportCancel(
  context: CliContext,
  reader: LedgerReader,
  id: string,
  result: Result<Cancellation>,
): Result<void> {
  if (!result.ok) return result;
  const { value } = result;
  const after = value.stopped && value.caller === null ? '; it can be resumed' : '';
  context.out(`${printable(cancelSentence(reader, id, value))}${after}\n`);
  return ok(undefined);
}

function list(context: CliContext, reader: LedgerReader, { status, json }: ReadOptions): Result<void> {
  const { rows, total } = listRuns(reader, { status, cursor: null, limit: 500 });
  if (json) printJson(context, { rows, total } as unknown as Json);
  else context.out(`${runTable(reader, rows)}${total} runs\n`);
  return ok(undefined);
}

async function show(
  context: CliContext,
  reader: LedgerReader,
  id: string,
  { json }: ReadOptions,
): Promise<Result<void>> {
  const run = await getRun(reader, id, context.clock);
  if (!run.ok) return run;
  const children = listChildren(reader, { executionId: id, cursor: null, limit: 500 }).rows;
  if (json) printJson(context, { ...run.value, children } as unknown as Json);
  else context.out(runText(reader, run.value, children));
  return ok(undefined);
}

async function graph(context: CliContext, file: string, { json }: ReadOptions): Promise<void> {
  const definition = await loadMachineFile(resolve(context.workingFolder, file));
  if (!definition.ok) return reportProblem(context, definition.problem);
  const drawn = graphOf(definition.value);
  if (json) printJson(context, drawn as unknown as Json);
  else context.out(mermaid(drawn));
}

/** A program that is given for an agent answers; else a model does, where there are models. */
function agentsOf(programs: ReadonlyMap<string, Program>, models: AgentRunner | null): AgentRunner {
  return {
    find: (reference) => {
      const program = programs.get(reference.name);
      if (program === undefined) return models?.find(reference);
      return async (call) => ({
        output: await program({ input: call.input, idempotency_key: call.idempotencyKey }, call.signal),
      });
    },
  };
}

function actionsOf(programs: ReadonlyMap<string, Program>): MachineHooks {
  return {
    onAction: async (action, given, { input, idempotencyKey, signal }) => {
      const program = programs.get(action);
      if (program === undefined) throw new Error(`Nothing handles the action ${JSON.stringify(action)}: give --action`);
      const answer = await program({ context: given, input, idempotency_key: idempotencyKey }, signal);
      return answer as Record<string, Json>;
    },
  };
}
