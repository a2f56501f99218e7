import type { Command } from 'commander';
import type { CliContext } from './context.ts';

type Adding = (ledger: Command, context: CliContext) => Promise<void>;

const verify: Adding = async (ledger, context) => (await import('./ledger-verify.ts')).addLedgerVerify(ledger, context);
const log: Adding = async (ledger, context) => (await import('./ledger-log.ts')).addLedgerLog(ledger, context);
const prove: Adding = async (ledger, context) => (await import('./ledger-prove.ts')).addLedgerProve(ledger, context);
const sign: Adding = async (ledger, context) => (await import('./ledger-signing.ts')).addLedgerSigning(ledger, context);
const maintain: Adding = async (ledger, context) =>
  (await import('./ledger-maintenance.ts')).addLedgerMaintenance(ledger, context);

/** Every word after `mizan ledger` with what adds it. What writes needs the views of every room; an audit does not. */
const commands: Readonly<Record<string, Adding>> = {
  verify,
  log,
  prove,
  key: sign,
  checkpoint: sign,
  cosign: sign,
  rebuild: maintain,
  redact: maintain,
};

/**
 * `mizan ledger …`: read it, prove it, sign it, look after it. Adds what the word after `ledger` names; all of it when
 * that names nothing.
 */
export async function addLedgerCommands(program: Command, context: CliContext, word?: string): Promise<void> {
  const ledger = program.command('ledger').description('Read, check, prove and sign the ledger.');
  const named = word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined;
  const adding = named === undefined ? new Set(Object.values(commands)) : [named];
  for (const add of adding) await add(ledger, context);
}
