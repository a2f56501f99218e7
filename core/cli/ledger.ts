import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { addLedgerLog } from './ledger-log.ts';
import { addLedgerMaintenance } from './ledger-maintenance.ts';
import { addLedgerProve } from './ledger-prove.ts';
import { addLedgerSigning } from './ledger-signing.ts';
import { addLedgerVerify } from './ledger-verify.ts';

/** `mizan ledger …`: read it, prove it, sign it, look after it. */
export function addLedgerCommands(program: Command, context: CliContext): void {
  const ledger = program.command('ledger').description('Read, check, prove and sign the ledger.');
  addLedgerVerify(ledger, context);
  addLedgerLog(ledger, context);
  addLedgerProve(ledger, context);
  addLedgerSigning(ledger, context);
  addLedgerMaintenance(ledger, context);
}
