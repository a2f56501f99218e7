import { type Command, Option } from 'commander';
import { identifierSchema, type Role, roleSchema } from '../api/index.ts';
import type { Ledger, LedgerReader } from '../ledger/index.ts';
import { fail, ok, type Result } from '../problem/index.ts';
import {
  addReviewer,
  listReviewers,
  type NewReviewer,
  type ReviewerKeyStore,
  type ReviewerSigner,
  rosterOf,
  vouchingRole,
} from '../review/index.ts';
import { type CliContext, reportProblem } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerOption, readNamedLedger } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { readPassphrase } from './passphrase.ts';
import { printable } from './printable.ts';
import type { Prompt } from './prompt.ts';
import { keyStoreOf } from './reviewer-keys.ts';

interface AddOptions {
  readonly ledger?: string;
  readonly name: string;
  readonly role: Role;
  readonly as?: string;
  readonly passphraseFile?: string;
  readonly voucherPassphraseFile?: string;
}

interface ListOptions {
  readonly ledger?: string;
  readonly json?: boolean;
}

/** `mizan reviewer add | list`. */
export function addReviewerCommands(program: Command, context: CliContext, prompt: Prompt): void {
  const reviewer = program.command('reviewer').description('Enrol the people who decide gates.');
  reviewer
    .command('add')
    .argument('<id>', 'short id, for example sam')
    .description('Enrol a reviewer. The first one is trusted on first use, later ones need the signature of an ADMIN.')
    .requiredOption('--name <name>', 'full name')
    .addOption(new Option('--role <role>', 'what they may decide').choices(roleSchema.options).makeOptionMandatory())
    .option('--as <id>', 'the ADMIN who vouches for them')
    .option('--passphrase-file <file>', 'first line: the new passphrase (default: $MIZAN_PASSPHRASE, else asked)')
    .option(
      '--voucher-passphrase-file <file>',
      "first line: the ADMIN's passphrase (default: $MIZAN_VOUCHER_PASSPHRASE, else asked)",
    )
    .option(...ledgerOption)
    .action((id: string, options: AddOptions) => add(context, prompt, id, options));
  reviewer
    .command('list')
    .description('Show who may decide.')
    .option('--json', 'for programs')
    .option(...ledgerOption)
    .action((options: ListOptions) =>
      lendLedger(context, readNamedLedger(options.ledger, context), (reader) => list(context, reader, options)),
    );
}

async function add(context: CliContext, prompt: Prompt, id: string, options: AddOptions): Promise<void> {
  if (!identifierSchema.safeParse(id).success) {
    const message = 'An id is printable text of at most 200 characters with no white space at its ends';
    return reportProblem(context, { code: 'reviewer-id-invalid', message, place: 'id' });
  }
  const keys = keyStoreOf(context);
  const held = (await keys.list()).some((key) => key.reviewerId === id);
  const passphrase = await readPassphrase(context, prompt, {
    file: options.passphraseFile,
    variable: 'MIZAN_PASSPHRASE',
    question: `Passphrase for the key of ${id}`,
    confirm: !held,
  });
  if (!passphrase.ok) return reportProblem(context, passphrase.problem);
  const { name, role } = options;
  const enrol = async (ledger: Ledger): Promise<Result<null>> => {
    const voucher = await openVoucher(context, prompt, ledger, keys, options);
    if (!voucher.ok) return voucher;
    const newReviewer: NewReviewer = { reviewerId: id, name, role };
    const added = await addReviewer(ledger, keys, newReviewer, passphrase.value, voucher.value);
    if (!added.ok) return added;
    const trust = voucher.value === null ? 'trusted on first use' : `signed by ${voucher.value.reviewerId}`;
    context.out(`${id} is enrolled as ${role}, ${trust}. Public key ${added.value.publicKey}\n`);
    return ok(null);
  };
  await lendLedger(context, openNamedLedger(options.ledger, context, { create: true }), enrol);
}

/** The unlocked reviewer who signs the enrolment, or null when nobody has to. */
async function openVoucher(
  context: CliContext,
  prompt: Prompt,
  ledger: LedgerReader,
  keys: ReviewerKeyStore,
  options: AddOptions,
): Promise<Result<ReviewerSigner | null>> {
  const roster = rosterOf(ledger);
  if (!roster.ok) return roster;
  const needed = vouchingRole(roster.value);
  if (needed === null) return ok(null);
  if (options.as === undefined) {
    return fail('enrolment-needs-voucher', `A reviewer with the role ${needed} must sign this: add --as ID`);
  }
  const passphrase = await readPassphrase(context, prompt, {
    file: options.voucherPassphraseFile,
    variable: 'MIZAN_VOUCHER_PASSPHRASE',
    question: `Passphrase for the key of ${options.as}`,
    confirm: false,
  });
  return passphrase.ok ? keys.open(options.as, passphrase.value) : passphrase;
}

async function list(context: CliContext, reader: LedgerReader, options: ListOptions): Promise<Result<null>> {
  const reviewers = listReviewers(reader, await keyStoreOf(context).list());
  if (!reviewers.ok) return reviewers;
  if (options.json) {
    printJson(context, { reviewers: [...reviewers.value] });
    return ok(null);
  }
  if (reviewers.value.length === 0) context.out('Nobody is enrolled yet; see mizan reviewer add --help\n');
  for (const { reviewerId, name, role, key } of reviewers.value) {
    context.out(`${printable(`${reviewerId}  ${role}  ${name}  key: ${key}`)}\n`);
  }
  return ok(null);
}
