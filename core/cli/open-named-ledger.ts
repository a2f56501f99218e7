import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Ledger } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { openWorkingLedger, upgradeSentence } from '../working-ledger/index.ts';
import type { CliContext } from './context.ts';
import { ledgerPath, placesOf } from './ledger-option.ts';
import { printable } from './printable.ts';

/**
 * Opens the ledger to append to it. With `create` it is made where it is missing. Before one of an older Mizan is
 * brought up to date, a line on standard error says so. Errors: those of `openLedger`.
 */
export function openNamedLedger(
  option: string | undefined,
  context: CliContext,
  { create = false }: { readonly create?: boolean } = {},
): Result<Ledger> {
  const path = ledgerPath(option, context);
  if (create) mkdirSync(dirname(path), { recursive: true });
  const { clock, random } = context;
  const { configFolder } = placesOf(context);
  const open = (upgrade: boolean) => openWorkingLedger(path, { clock, random, create, configFolder, upgrade });
  const opened = open(false);
  if (opened.ok || opened.problem.code !== 'ledger-older') return opened;
  context.error(`mizan: ${printable(upgradeSentence(path))}\n`);
  return open(true);
}
