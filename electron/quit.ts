import { app } from 'electron';

/** Holds the end of the process back until `finish` is done, so that every ledger is closed properly. */
export function finishBeforeQuit(finish: () => Promise<void>): void {
  let finished = false;
  app.on('will-quit', (event) => {
    if (finished) return;
    event.preventDefault();
    void finish().finally(() => {
      finished = true;
      app.quit();
    });
  });
}
