import { app, BrowserWindow, dialog, type WebContents } from 'electron';

/** Says what happened and offers the way back. The ledger commits in transactions, so stopping at any point is safe. */
export function setUpCrashHandling(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`mizan: ${error.stack ?? error.message}\n`);
    dialog.showErrorBox('Mizan stopped', `A mistake in Mizan made it stop. The ledger is safe.\n\n${error.message}`);
    app.exit(1);
  });
  app.on('render-process-gone', (_event, contents, details) => {
    if (details.reason === 'clean-exit') return;
    void offerReload(contents, 'The console stopped', `Its process ended: ${details.reason}. The ledger is safe.`);
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.on('unresponsive', () => {
      void offerReload(contents, 'The console does not respond', 'You can wait, or load it again. The ledger is safe.');
    });
  });
}

async function offerReload(contents: WebContents, message: string, detail: string): Promise<void> {
  const window = BrowserWindow.fromWebContents(contents);
  if (window === null) return;
  const buttons = ['Load again', 'Wait', 'Close window'];
  const { response } = await dialog.showMessageBox(window, { type: 'warning', message, detail, buttons, cancelId: 1 });
  if (contents.isDestroyed()) return;
  if (response === 0) contents.reload();
  if (response === 2) window.destroy();
}
