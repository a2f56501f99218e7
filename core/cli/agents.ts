import type { Command } from 'commander';
import type { ReputationPoint } from '../api/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { getAgent, listAgents, requestProbation } from '../reputation/index.ts';
import { agentTable } from './agent-table.ts';
import type { CliContext } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { type Column, textTable } from './table.ts';

interface AgentOptions {
  readonly ledger?: string;
  readonly json?: boolean;
}

/** How many points `show` prints for people; `--json` has all of them. */
const shownPoints = 20;

/** `mizan agents list | show | probation`. */
export function addAgentCommands(program: Command, context: CliContext): void {
  const agents = program.command('agents').description('See who is trusted how far, and why.');
  addList(agents, context);
  addShow(agents, context);
  addProbation(agents, context);
}

function addList(agents: Command, context: CliContext): void {
  agents
    .command('list')
    .description('Show every agent, the most trusted first.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan agents list --json\n')
    .action((options: AgentOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => list(context, reader, options)),
    );
}

function addShow(agents: Command, context: CliContext): void {
  agents
    .command('show')
    .argument('<agent>', 'agent id')
    .description('Show one agent and how each task moved its reputation.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan agents show claude-code/claude-opus-4-5\n')
    .action((agentId: string, options: AgentOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) =>
        show(context, reader, agentId, options),
      ),
    );
}

function addProbation(agents: Command, context: CliContext): void {
  agents
    .command('probation')
    .argument('<agent>', 'a suspended agent')
    .description('Ask a person (PARTNER or above) to let a suspended agent work again, at level strict.')
    .option(...ledgerOption)
    .addHelpText('after', '\nExample:\n  mizan agents probation claude-code/claude-opus-4-5\n')
    .action((agentId: string, options: AgentOptions) =>
      lendLedger(context, openNamedLedger(options.ledger, context), (ledger) => askProbation(context, ledger, agentId)),
    );
}

function askProbation(context: CliContext, ledger: Ledger, agentId: string): Result<unknown> {
  const asked = requestProbation(ledger, agentId, context);
  if (asked.ok) context.out(`Waits for a person: mizan gate show ${asked.value.gateId}\n`);
  return asked;
}

function list(context: CliContext, reader: LedgerReader, options: AgentOptions): Result<null> {
  const rows = listAgents(reader);
  if (options.json)
    printJson(
      context,
      rows.map((agent) => ({ ...agent })),
    );
  else if (rows.length === 0) context.out('No agent has had a contract yet; see: mizan contract new --help\n');
  else context.out(agentTable(rows));
  return ok(null);
}

function show(context: CliContext, reader: LedgerReader, agentId: string, options: AgentOptions): Result<unknown> {
  const found = getAgent(reader, agentId);
  if (!found.ok) return found;
  const { summary, points } = found.value;
  if (options.json) {
    printJson(context, { ...summary, points: points.map((point) => ({ ...point })) });
  } else {
    const newest = points.slice(-shownPoints);
    const left = points.length - newest.length;
    context.out(agentTable([summary]));
    if (left > 0) context.out(`\n${left} earlier tasks; --json has them\n`);
    if (newest.length > 0) context.out(`\n${textTable(pointColumns, newest)}`);
  }
  return found;
}

const pointColumns: readonly Column<ReputationPoint>[] = [
  { title: 'WHEN', align: 'left', value: (point) => point.at },
  { title: 'TASK', align: 'left', value: (point) => point.taskId },
  { title: 'OUTCOME', align: 'left', value: (point) => (point.derived ? `${point.outcome} (derived)` : point.outcome) },
  { title: 'SCORE', align: 'right', value: (point) => String(point.score) },
  { title: 'REPUTATION', align: 'right', value: (point) => point.reputation.toFixed(3) },
  { title: 'LEVEL', align: 'left', value: (point) => point.level },
];
