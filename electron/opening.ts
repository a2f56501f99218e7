import { app } from 'electron';
import { z } from 'zod';

const handedOver = z.object({ ledger: z.string().min(1).max(4000).nullable() });

/**
 * Takes the single-instance lock. False when another Mizan has it: that one was told which ledger is wanted, and this
 * one must quit without touching anything.
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
