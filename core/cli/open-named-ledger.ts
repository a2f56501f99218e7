import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Ledger } from '../ledger/index.ts';
import type { Result } from '../problem/index.ts';
import { openWorkingLedger } from '../working-ledger/index.ts';
import type { CliContext } from './context.ts';
import { ledgerPath, placesOf } from './ledger-option.ts';

/** Opens the ledger to append to it. With `create` it is made where it is missing. Errors: those of `openLedger`. */
export function openNamedLedger(
  option: string | undefined,
  context: CliContext,
  { create = false }: { readonly create?: boolean } = {},
): Result<Ledger> {
  const path = ledgerPath(option, context);
  if (create) mkdirSync(dirname(path), { recursive: true });
  const { clock, random } = context;
  return openWorkingLedger(path, { clock, random, create, configFolder: placesOf(context).configFolder });
}
