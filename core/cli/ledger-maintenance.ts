import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { rebuildProjections } from '../ledger/index.ts';
import { projections } from '../working-ledger/index.ts';
import { wholeNumber } from './arguments.ts';
import { type CliContext, reportProblem } from './context.ts';
import { ledgerOption, ledgerPath } from './ledger-option.ts';
import { lendLedger } from './lend-ledger.ts';
import { openNamedLedger } from './open-named-ledger.ts';
import { runWithProgress } from './run-with-progress.ts';

interface RedactOptions {
  readonly ledger?: string;
  readonly reason: string;
  readonly as: string;
}

/** `mizan ledger rebuild` and `redact`. */
export function addLedgerMaintenance(ledger: Command, context: CliContext): void {
  ledger
    .command('rebuild')
    .description('Make the views again from the events. Exit code 1: they were not what the events say.')
    .option(...ledgerOption)
    .action((options: { readonly ledger?: string }) => rebuild(options.ledger, context));
  ledger
    .command('redact')
    .argument('<seq>', 'the event', wholeNumber)
    .argument('<name>', 'the body to take out')
    .description('Remove a body for good. The event, its digest and every proof stay; who did it and why is recorded.')
    .requiredOption('--reason <text>', 'why')
    .option('--as <person>', 'who takes it out', userInfo().username)
    .option(...ledgerOption)
    .action((seq: number, name: string, { ledger: file, reason, as }: RedactOptions) =>
      lendLedger(context, openNamedLedger(file, context), (opened) => {
        const receipt = opened.redact({ seq, name, reason, actor: { kind: 'human', id: as } });
        if (receipt.ok) context.out(`Removed. The redaction is event ${receipt.value.firstSeq}.\n`);
        return receipt;
      }),
    );
}

async function rebuild(file: string | undefined, context: CliContext): Promise<void> {
  const { clock, random } = context;
  const steps = rebuildProjections(ledgerPath(file, context), { projections, clock, random });
  const replayed = await runWithProgress(context, 'Replaying', steps);
  const rebuilt = replayed.ok ? replayed.value : replayed;
  if (!rebuilt.ok) return reportProblem(context, rebuilt.problem);
  const { events, differing } = rebuilt.value;
  if (differing.length === 0) context.out(`Replayed ${events} events. Every view is the same as before.\n`);
  else context.out(`Replayed ${events} events. These views were not what the events say: ${differing.join(', ')}\n`);
  context.exitWith(differing.length === 0 ? 0 : 1);
}
