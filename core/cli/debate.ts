import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DebateRow } from '../api/index.ts';
import type { Json } from '../canonical/index.ts';
import {
  type CaseFile,
  Debates,
  getDebate,
  listDebates,
  newDebateId,
  openFileConnector,
  readCaseFile,
  replayedDebate,
} from '../debate/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import type { MachineResult, RunNotice } from '../machine/index.ts';
import { describeProblem, ok, type Result } from '../problem/index.ts';
import type { CliContext } from './context.ts';
import { choosePlayer } from './debate-players.ts';
import { debateSummary, debateTable, debateText } from './debate-text.ts';
import { debateTranscript } from './debate-transcript.ts';
import type { Interruption } from './interruption.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { printable } from './printable.ts';

interface PlayOptions {
  readonly ledger?: string;
  readonly model?: string;
  readonly of?: string;
  readonly enrichment?: string;
  readonly json?: boolean;
}

interface RunOptions extends PlayOptions {
  readonly agents: DebateRow['agents'];
  readonly rounds?: number;
  readonly id?: string;
}

interface ReadOptions {
  readonly ledger?: string;
  readonly json?: boolean;
  readonly status?: DebateRow['status'];
}

function roundCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count;
  throw new InvalidArgumentError('Give a whole number from 1 to 100.');
}

/** `mizan debate run | resume | list | show | export`. */
export function addDebateCommands(program: Command, context: CliContext, interruptions: () => Interruption): void {
  const debate = program.command('debate').description('Let five roles debate a case; nothing that bluffs gets in.');
  addRun(debate, context, interruptions);
  addResume(debate, context, interruptions);
  addList(debate, context);
  addShow(debate, context);
  addExport(debate, context);
}

/** The options of every command that plays turns. */
function playing(command: Command): Command {
  return command
    .option(
      '--model <file>',
      'models for --agents llm: a file, or the name of one of your model files (docs/models.md)',
    )
    .option('--of <id>', 'debate of this ledger that --agents replay plays again')
    .option('--enrichment <folder>', 'YAML or JSON records that query_enrichment may find (docs/debates.md)')
    .option('--json', 'for programs')
    .option(...ledgerOption);
}

function addRun(debate: Command, context: CliContext, interruptions: () => Interruption): void {
  playing(
    debate
      .command('run')
      .argument('<case>', 'case in YAML or JSON')
      .description('Debate a case until it has a stop reason or waits for a person. Exit code 1: a critical defect.')
      .addOption(new Option('--agents <who>', 'who thinks').choices(['rules', 'llm', 'replay']).default('rules'))
      .option('--rounds <count>', 'most rounds (default: 5)', roundCount)
      .option('--id <uuid>', 'debate id (default: a new one)'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  mizan debate run docs/cases/bakery.yml\n' +
        '  mizan debate run deal.yml --agents llm --model model.yml --rounds 3\n' +
        '  mizan debate run deal.yml --agents llm --model local    # models/local.yml of your configuration folder\n' +
        '  mizan debate run deal.yml --agents replay --of ID\n',
    )
    .action((file: string, options: RunOptions) => run(context, interruptions, file, options));
}

function addResume(debate: Command, context: CliContext, interruptions: () => Interruption): void {
  playing(
    debate
      .command('resume')
      .argument('<id>', 'debate id')
      .description('Go on with a debate that was stopped, or for which a person has decided.'),
  ).action((id: string, options: PlayOptions) =>
    lendLedger(context, openNamedLedger(options.ledger, context), (ledger) =>
      resume(context, interruptions, ledger, id, options),
    ),
  );
}

function addList(debate: Command, context: CliContext): void {
  const statuses = new Option('--status <status>', 'only debates with this status');
  debate
    .command('list')
    .description('Show debates, newest first.')
    .addOption(statuses.choices(['running', 'parked', 'stopped', 'failed', 'cancelled']))
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((options: ReadOptions) => reading(context, options, (reader) => list(context, reader, options)));
}

function addShow(debate: Command, context: CliContext): void {
  debate
    .command('show')
    .argument('<id>', 'debate id')
    .description('Show a debate: how it stands, positions, rulings, dissent, gates.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((id: string, options: ReadOptions) =>
      reading(context, options, (reader) => show(context, reader, id, options)),
    );
}

function addExport(debate: Command, context: CliContext): void {
  debate
    .command('export')
    .argument('<id>', 'debate id')
    .description('Print the transcript of a debate as Markdown.')
    .addHelpText('after', '\nExample:\n  mizan debate export ID > debate.md\n')
    .option(...ledgerOption)
    .action((id: string, options: ReadOptions) =>
      reading(context, options, (reader) => transcript(context, reader, id)),
    );
}

function reading(
  context: CliContext,
  options: ReadOptions,
  work: (reader: LedgerReader) => Result<void>,
): Promise<void> {
  return lendLedger(context, readNamedLedger(options.ledger, context), work);
}

async function run(
  context: CliContext,
  interruptions: () => Interruption,
  file: string,
  options: RunOptions,
): Promise<void> {
  const read = await readCaseFile(resolve(context.workingFolder, file));
  if (!read.ok) {
    for (const problem of read.problems) context.error(`${printable(describeProblem(problem))}\n`);
    context.error(
      `mizan: ${file} cannot be debated; mend it, and look with: mizan case check ${file} (case-invalid)\n`,
    );
    return context.exitWith(2);
  }
  return lendLedger(context, openNamedLedger(options.ledger, context, { create: true }), (ledger) =>
    start(context, interruptions, ledger, read.caseFile, options),
  );
}

async function start(
  context: CliContext,
  interruptions: () => Interruption,
  ledger: Ledger,
  caseFile: CaseFile,
  options: RunOptions,
): Promise<Result<void>> {
  const { rounds, id } = options;
  const debateId = id ?? newDebateId(context.random);
  return withDebates(
    context,
    interruptions,
    ledger,
    options.agents,
    options,
    debateId,
    (debates, usualRounds, signal) => {
      const maxRounds = rounds ?? usualRounds;
      return debates.start({ caseFile, debateId, ...(maxRounds === null ? {} : { maxRounds }) }, signal);
    },
  );
}

function resume(
  context: CliContext,
  interruptions: () => Interruption,
  ledger: Ledger,
  id: string,
  options: PlayOptions,
): Promise<Result<void>> | Result<void> {
  const known = getDebate(ledger, id, context.clock);
  if (!known.ok) return known;
  const { agents } = known.value.row;
  const played = replayedDebate(ledger, id);
  if (!played.ok) return played;
  const of = options.of ?? played.value;
  return withDebates(
    context,
    interruptions,
    ledger,
    agents,
    { ...options, ...(of === null ? {} : { of }) },
    id,
    (debates, _, signal) => debates.resume(id, signal),
  );
}

async function withDebates(
  context: CliContext,
  interruptions: () => Interruption,
  ledger: Ledger,
  agents: DebateRow['agents'],
  options: PlayOptions,
  id: string,
  work: (debates: Debates, usualRounds: number | null, signal: AbortSignal) => Promise<Result<MachineResult>>,
): Promise<Result<void>> {
  const chosen = await choosePlayer(agents, options, ledger, context);
  if (!chosen.ok) return chosen;
  const { player, maxRounds, checkEnd } = chosen.value;
  const connectors = await connectorsOf(context, options);
  if (!connectors.ok) return connectors;
  const { clock, random } = context;
  const debates = new Debates({
    ledger,
    clock,
    random,
    player,
    connectors: connectors.value,
    // Between two steps, so that Ctrl-C is heard.
    breathe: () => new Promise<void>((resolve) => setImmediate(resolve)),
    notice: (notice) => showProgress(context, notice),
  });
  const interruption = interruptions();
  const say = () => context.error('\nStopping. The debate can be resumed; Ctrl-C again ends at once.\n');
  interruption.signal.addEventListener('abort', say, { once: true });
  try {
    const result = await work(debates, maxRounds, interruption.signal);
    const reported = report(context, ledger, id, result, options);
    const end = result.ok && result.value.status === 'done' ? checkEnd(ledger, id) : ok(null);
    if (!end.ok) {
      context.error(`mizan: ${printable(describeProblem(end.problem))}\n`);
      context.exitWith(1);
    }
    return reported;
  } finally {
    interruption.release();
  }
}

async function connectorsOf(context: CliContext, { enrichment }: PlayOptions) {
  if (enrichment === undefined) return ok([]);
  const opened = await openFileConnector(resolve(context.workingFolder, enrichment));
  return opened.ok ? ok([opened.value]) : opened;
}

function showProgress(context: CliContext, { point, state, step }: RunNotice): void {
  if (!context.interactive) return;
  if (point === 'state-entered') context.error(`\rstep ${step + 1}: ${printable(state)}\x1b[K`);
  if (point === 'end-committed' || point === 'park-committed') context.error('\r\x1b[K');
}

/** Exit code 1 when the debate ended with a critical defect, failed or was cancelled. */
function report(
  context: CliContext,
  ledger: LedgerReader,
  id: string,
  result: Result<MachineResult>,
  { json }: PlayOptions,
): Result<void> {
  if (!result.ok) return result;
  const detail = getDebate(ledger, id, context.clock);
  if (!detail.ok) return detail;
  if (json) printJson(context, { ...detail.value.row, stopDetail: detail.value.stopDetail } as unknown as Json);
  else context.out(debateSummary(detail.value, result.value));
  const { stopReason } = detail.value.row;
  const good = result.value.status === 'parked' || (result.value.status === 'done' && stopReason !== 'CRITICAL_DEFECT');
  if (!good) context.exitWith(1);
  return ok(undefined);
}

function list(context: CliContext, reader: LedgerReader, { status, json }: ReadOptions): Result<void> {
  const found = listDebates(reader, { status, text: undefined, cursor: null, limit: 200 });
  if (json) printJson(context, found as unknown as Json);
  else context.out(`${debateTable(found.rows)}${found.total} debates\n`);
  return ok(undefined);
}

function show(context: CliContext, reader: LedgerReader, id: string, { json }: ReadOptions): Result<void> {
  const detail = getDebate(reader, id, context.clock);
  if (!detail.ok) return detail;
  if (json) printJson(context, detail.value as unknown as Json);
  else context.out(debateText(detail.value));
  return ok(undefined);
}

function transcript(context: CliContext, reader: LedgerReader, id: string): Result<void> {
  const detail = getDebate(reader, id, context.clock);
  if (!detail.ok) return detail;
  const text = debateTranscript(reader, detail.value);
  if (text.ok) context.out(text.value);
  return text.ok ? ok(undefined) : text;
}
