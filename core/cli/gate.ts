import { type Command, Option } from 'commander';
import { type GateState, gateStateSchema, type OfferedVerb, offeredVerbSchema } from '../api/index.ts';
import { readBriefing } from '../briefing/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import { auditDecisions, decideGate, listGates, rosterOf } from '../review/index.ts';
import type { CliContext } from './context.ts';
import { briefingText, sectionsOfText } from './gate-text.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { readPassphrase } from './passphrase.ts';
import { printable } from './printable.ts';
import type { Prompt } from './prompt.ts';
import { keyStoreOf } from './reviewer-keys.ts';

interface ListOptions {
  readonly ledger?: string;
  readonly state: GateState | 'any';
  readonly json?: boolean;
}

interface ShowOptions {
  readonly ledger?: string;
  readonly json?: boolean;
}

interface DecideOptions {
  readonly ledger?: string;
  readonly as: string;
  readonly reason?: string;
  readonly digest?: string;
  readonly passphraseFile?: string;
}

const descriptions: Readonly<Record<OfferedVerb, string>> = {
  approve: 'Show a gate and approve exactly what was shown.',
  reject: 'Show a gate and reject exactly what was shown.',
  respond: 'Show a gate of a run or a debate and answer it, with neither yes nor no.',
};

const reasons: Readonly<Record<OfferedVerb, string>> = {
  approve: 'why, in a sentence',
  reject: 'why, in a sentence; the agent reads it',
  respond: 'the answer; who asked reads it',
};

/** `mizan gate list | show | approve | reject | respond | verify`. */
export function addGateCommands(program: Command, context: CliContext, prompt: Prompt): void {
  const gate = program.command('gate').description('See what waits for a person, and decide it.');
  addList(gate, context);
  addShow(gate, context);
  addVerbs(gate, context, prompt);
  addVerify(gate, context);
}

function addList(gate: Command, context: CliContext): void {
  const states = new Option('--state <state>', 'only gates in this state').choices([...gateStateSchema.options, 'any']);
  gate
    .command('list')
    .description('Show gates, newest first.')
    .addOption(states.default('pending'))
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((options: ListOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => list(context, reader, options)),
    );
}

function addShow(gate: Command, context: CliContext): void {
  gate
    .command('show')
    .argument('<id>', 'gate id')
    .description('Show everything that is known before deciding a gate.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((id: string, options: ShowOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => show(context, reader, id, options)),
    );
}

function addVerbs(gate: Command, context: CliContext, prompt: Prompt): void {
  for (const verb of offeredVerbSchema.options) {
    const reason = new Option('--reason <text>', reasons[verb]);
    gate
      .command(verb)
      .argument('<id>', 'gate id')
      .description(descriptions[verb])
      .requiredOption('--as <reviewer>', 'who decides')
      .addOption(reason.makeOptionMandatory(verb !== 'approve'))
      .option('--digest <digest>', 'the action digest you were shown; asked on a terminal')
      .option('--passphrase-file <file>', 'first line: your passphrase (default: $MIZAN_PASSPHRASE, else asked)')
      .option(...ledgerOption)
      .action((id: string, options: DecideOptions) =>
        lendLedger(context, openNamedLedger(options.ledger, context), (ledger) =>
          decide(context, prompt, ledger, id, verb, options),
        ),
      );
  }
}

function addVerify(gate: Command, context: CliContext): void {
  gate
    .command('verify')
    .description('Check the signature and the rules behind every decision, from the file alone.')
    .option(...ledgerOption)
    .action((options: { readonly ledger?: string }) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => verify(context, reader)),
    );
}

/** Exit code 1 when a decision does not hold. */
function verify(context: CliContext, reader: LedgerReader): Result<unknown> {
  const audit = auditDecisions(reader);
  if (!audit.ok) return audit;
  const { checked, bad } = audit.value;
  for (const { seq, problem } of bad) context.out(`event ${seq}: ${problem.message} (${problem.code})\n`);
  context.out(`${checked - bad.length} decisions hold, ${bad.length} do not\n`);
  if (bad.length > 0) context.exitWith(1);
  return audit;
}

function show(context: CliContext, reader: LedgerReader, gateId: string, options: ShowOptions): Result<unknown> {
  const briefing = readBriefing(reader, gateId, null, context.clock);
  if (!briefing.ok) return briefing;
  if (options.json) printJson(context, briefing.value);
  else context.out(briefingText(briefing.value));
  return briefing;
}

function list(context: CliContext, reader: LedgerReader, options: ListOptions): Result<null> {
  const state = options.state === 'any' ? undefined : options.state;
  const rows = [];
  let cursor: string | null = null;
  do {
    const page = listGates(reader, { state, cursor, limit: 500 }, context.clock);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  if (options.json) printJson(context, { gates: rows });
  else if (rows.length === 0) context.out(state === 'pending' ? 'Nothing waits for a person.\n' : 'No gates.\n');
  for (const row of options.json ? [] : rows) {
    const decided = row.decidedBy === null ? '' : `, by ${row.decidedBy}`;
    const line = `${row.title}  ${row.gateId}  ${row.state}${decided}, needs ${row.requiredRole}`;
    context.out(`${printable(line.replaceAll('\n', ' '))}\n`);
  }
  return ok(null);
}

async function decide(
  context: CliContext,
  prompt: Prompt,
  ledger: Ledger,
  gateId: string,
  verb: OfferedVerb,
  options: DecideOptions,
): Promise<Result<unknown>> {
  const roster = rosterOf(ledger);
  if (!roster.ok) return roster;
  const viewer = [...roster.value.values()].find((reviewer) => reviewer.reviewerId === options.as);
  if (viewer === undefined) {
    return fail('unknown-reviewer', `${options.as} is not enrolled in this ledger; see mizan reviewer list`);
  }
  const briefing = readBriefing(ledger, gateId, viewer, context.clock);
  if (!briefing.ok) return briefing;
  context.out(briefingText(briefing.value));
  const digest = options.digest ?? (await confirmedDigest(prompt, briefing.value.action.digest, verb));
  if (digest === null) {
    return fail(
      'digest-needed',
      `Nothing was decided. Give --digest with the digest of the action that you were shown`,
    );
  }
  const passphrase = await readPassphrase(context, prompt, {
    file: options.passphraseFile,
    variable: 'MIZAN_PASSPHRASE',
    question: `Passphrase for the key of ${options.as}`,
    confirm: false,
  });
  if (!passphrase.ok) return passphrase;
  const signer = await keyStoreOf(context).open(options.as, passphrase.value);
  if (!signer.ok) return signer;
  const decision = { gateId, verb, reason: options.reason ?? '', digest, sectionsSeen: sectionsOfText };
  const decided = decideGate(ledger, decision, signer.value, context.clock);
  if (!decided.ok) return decided;
  const { state, seq } = decided.value;
  context.out(
    `\n${printable(`“${briefing.value.row.title}” (${gateId}) is ${state}`)}. The decision is event ${seq}.\n`,
  );
  // The rooms of the runs are loaded only when there may be one to go on with.
  const { resumeWaiting } = await import('./resume-waiting.ts');
  await resumeWaiting(context, ledger, gateId);
  return decided;
}

/** Null unless the person at the terminal says yes to what has just been printed. */
async function confirmedDigest(prompt: Prompt, digest: string, verb: string): Promise<string | null> {
  const answer = await prompt.line(`\n${verb} the action above? Type yes: `);
  return answer?.trim().toLowerCase() === 'yes' ? digest : null;
}
