import { type BrowserWindow, dialog } from 'electron';
import { describeProblem, type Problem } from '../core/problem/index.ts';

/** Asks with the system's dialog; null when the person cancels. */
export async function chooseLedgerFile(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Open a ledger',
    filters: [{ name: 'Mizan ledger', extensions: ['mizan'] }],
    properties: ['openFile'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Shows a problem over the window, with what to do about it, and resolves when the person has closed it. */
export async function sayProblem(window: BrowserWindow, message: string, problem: Problem): Promise<void> {
  await dialog.showMessageBox(window, { type: 'error', message, detail: describeProblem(problem) });
}
