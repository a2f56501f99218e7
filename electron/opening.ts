import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { app } from 'electron';
import { z } from 'zod';

const handedOver = z.object({ ledger: z.string().min(1).max(4000).nullable() });

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

/**
 * Takes the single-instance lock. False when another Mizan has it: that one was told which ledger is wanted, and this one
 * must quit without touching anything.
 */
export function claimInstance(ledger: string | null): boolean {
  return app.requestSingleInstanceLock({ ledger });
}

/** Calls `open` for every later wish: a second start, and a file opened from the macOS Finder. */
export function watchOpening(open: (ledger: string | null) => void): void {
  app.on('second-instance', (_event, _argv, _workingFolder, data) => {
    const wish = handedOver.safeParse(data);
    open(wish.success ? wish.data.ledger : null);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
  });
}
