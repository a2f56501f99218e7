import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The ledger that a command line or `MIZAN_LEDGER` asks for, as an absolute path; null leaves the choice to the person.
 * Switches of Electron and Chromium may stand anywhere between and are passed over.
 */
export function requestedLedger(
  args: readonly string[],
  workingFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ledger: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const named = typeof values.ledger === 'string' ? values.ledger : undefined;
  const path = named ?? positionals.find((one) => one.endsWith('.mizan')) ?? environment.MIZAN_LEDGER;
  return path === undefined || path === '' ? null : resolve(workingFolder, path);
}
