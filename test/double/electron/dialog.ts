import { control } from '../control.ts';

type Covered = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox';
type Answerable = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox';

/** `dialog`: every question is recorded and takes the next answer of the test; without one it is cancelled. */
export const dialog = {
  async showOpenDialog(...args: unknown[]) {
    control.dialogs.push({ kind: 'open', options: args.at(-1) });
    return control.answers.open.shift() ?? { canceled: true, filePaths: [] };
  },
  async showSaveDialog(...args: unknown[]) {
    control.dialogs.push({ kind: 'save', options: args.at(-1) });
    return control.answers.save.shift() ?? { canceled: true, filePath: '' };
  },
  async showMessageBox(...args: unknown[]) {
    const options = args.at(-1) as Electron.MessageBoxOptions;
    control.dialogs.push({ kind: 'message', options });
    return control.answers.message.shift() ?? { response: options.cancelId ?? 0, checkboxChecked: false };
  },
  showErrorBox(title, content) {
    control.dialogs.push({ kind: 'error', options: { title, content } });
    process.stderr.write(`${title}\n${content}\n`);
  },
} satisfies Pick<Electron.Dialog, Exclude<Covered, Answerable>> & Record<Answerable, (...args: never[]) => unknown>;
