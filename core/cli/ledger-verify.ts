import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type AuditReport, auditLedger, compareProjections, type NoteVerifier } from '../ledger/index.ts';
import { ok, type Result } from '../problem/index.ts';
import { collect } from './arguments.ts';
import { type CliContext, reportProblem } from './context.ts';
import { printJson } from './json-output.ts';
import { ledgerPath } from './ledger-option.ts';
import { printable } from './printable.ts';
import { publicKeyOption, readPublicKeys } from './public-keys.ts';
import { runWithProgress } from './run-with-progress.ts';

interface VerifyOptions {
  readonly key?: readonly string[];
  readonly projections?: boolean;
  readonly json?: boolean;
}

/** `mizan ledger verify`: from the file and a public key alone, without a write. */
export function addLedgerVerify(ledger: Command, context: CliContext): void {
  ledger
    .command('verify')
    .argument('[file]', 'the ledger (default: $MIZAN_LEDGER, else ledger.mizan in the data folder)')
    .description('Check every event, body, checkpoint and signature. Exit code 1: the ledger does not hold.')
    .option(...publicKeyOption, collect)
    .option('--projections', 'also replay the history and compare the views that the console reads')
    .option('--json', 'print the report as JSON')
    .action((file: string | undefined, options: VerifyOptions) => verify(file, options, context));
}

async function verify(file: string | undefined, options: VerifyOptions, context: CliContext): Promise<void> {
  const path = file === undefined ? ledgerPath(undefined, context) : resolve(context.workingFolder, file);
  const keys = readPublicKeys(options.key ?? [], context);
  if (!keys.ok) return reportProblem(context, keys.problem);
  const audited = await audit(path, keys.value, options, context);
  if (!audited.ok) return reportProblem(context, audited.problem);
  const report = audited.value;
  const firstBad = report.firstBad === null ? null : { ...report.firstBad };
  if (options.json) printJson(context, { path, ...report, firstBad });
  else context.out(reportText(path, report, keys.value));
  context.exitWith(report.ok ? 0 : 1);
}

async function audit(
  path: string,
  publicKeys: readonly NoteVerifier[],
  options: VerifyOptions,
  context: CliContext,
): Promise<Result<AuditReport>> {
  const { clock } = context;
  const steps = auditLedger(path, { publicKeys, clock });
  if (!steps.ok) return steps;
  const audited = await runWithProgress(context, 'Auditing', steps.value);
  if (!audited.ok || !audited.value.ok || !options.projections) return audited;
  // Every room with a view is loaded for this alone: an audit needs none of them, and would take twice the memory.
  const { projections } = await import('../working-ledger/index.ts');
  const replayed = await runWithProgress(context, 'Replaying', compareProjections(path, { projections }));
  const compared = replayed.ok ? replayed.value : replayed;
  if (!compared.ok) return compared;
  const [table] = compared.value.differing;
  if (table === undefined) return audited;
  const message = `The view ${table} is not what the events say; \`mizan ledger rebuild\` makes it again`;
  return ok({ ...audited.value, ok: false, firstBad: { seq: null, code: 'projection-differs', message } });
}

function reportText(path: string, report: AuditReport, keys: readonly NoteVerifier[]): string {
  const lines = [
    `${path}`,
    `  events       ${report.events}`,
    `  bodies       ${report.payloads}, redacted ${report.redacted}`,
    `  checkpoints  ${report.checkpoints}, cosignatures checked ${report.cosignatures}`,
    `  root         ${report.root}`,
    `  time         ${report.durationMs} ms`,
  ];
  if (report.firstBad !== null) {
    const place = report.firstBad.seq === null ? '' : ` at event ${report.firstBad.seq}`;
    lines.push(`NOT SOUND${place}: ${printable(report.firstBad.message)} (${report.firstBad.code})`);
  } else if (keys.some(({ kind }) => kind === 'note')) {
    lines.push(`SOUND. Checkpoints signed with the given key cover ${report.signedEvents} of ${report.events} events.`);
  } else {
    lines.push('SOUND in itself. Signatures were not checked: give the public key of the ledger with --key.');
  }
  return `${lines.join('\n')}\n`;
}
