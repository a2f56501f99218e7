import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LedgerReader, openLedgerForReading } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { type Places, standardPlaces } from '../user-folders/index.ts';
import type { CliContext } from './context.ts';

/** The option that every command on a ledger has. */
export const ledgerOption = [
  '--ledger <file>',
  'the ledger (default: $MIZAN_LEDGER, else ledger.mizan in the data folder)',
] as const;

/** Where this user's things lie, from the environment of the command (XDG Base Directory, else the home folder). */
export function placesOf(context: CliContext): Places {
  return standardPlaces(context.environment, homedir());
}

/** The ledger that the person named with `--ledger` or `$MIZAN_LEDGER`, as a whole path; null when they named none. */
export function namedLedger(option: string | undefined, context: CliContext): string | null {
  const named = option || context.environment.MIZAN_LEDGER;
  return named ? resolve(context.workingFolder, named) : null;
}

/**
 * Opens the ledger so that it cannot be written; one of an older Mizan only with `acceptOlder`, for what needs no
 * views. Errors: those of `openLedgerForReading`.
 */
export function readNamedLedger(
  option: string | undefined,
  context: CliContext,
  { acceptOlder = false }: { readonly acceptOlder?: boolean } = {},
): Result<LedgerReader> {
  return openLedgerForReading(ledgerPath(option, context), { acceptOlder });
}

/** The ledger that the person means, as a whole path. */
export function ledgerPath(option: string | undefined, context: CliContext): string {
  return namedLedger(option, context) ?? join(placesOf(context).dataFolder, 'ledger.mizan');
}
