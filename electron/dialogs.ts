import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { FileKind } from '../core/host.ts';
import { describeProblem, type Problem } from '../core/problem/index.ts';

const questions: Readonly<Record<FileKind, Pick<OpenDialogOptions, 'title' | 'filters'>>> = {
  ledger: { title: 'Open a ledger', filters: [{ name: 'Mizan ledger', extensions: ['mizan'] }] },
  case: { title: 'Choose a case', filters: [{ name: 'Case in YAML or JSON', extensions: ['yml', 'yaml', 'json'] }] },
};

/** Asks with the system's dialog; null when the person cancels. */
export async function chooseFile(window: BrowserWindow, kind: FileKind): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...questions[kind],
    properties: ['openFile'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Shows a problem over the window, with what to do about it, and resolves when the person has closed it. */
export async function sayProblem(window: BrowserWindow, message: string, problem: Problem): Promise<void> {
  await dialog.showMessageBox(window, { type: 'error', message, detail: describeProblem(problem) });
}
