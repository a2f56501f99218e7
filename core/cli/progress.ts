import type { CliContext } from './context.ts';

const width = 30;

/** A progress bar on standard error, drawn only for people; call `end` before anything else is printed. */
export interface ProgressBar {
  show(done: number, total: number): void;
  end(): void;
}

/** A bar of 30 signs behind `label`. In a pipe or a script it draws nothing. */
export function progressBar(context: CliContext, label: string): ProgressBar {
  return {
    show(done, total) {
      if (!context.interactive) return;
      const filled = total === 0 ? width : Math.round((width * done) / total);
      context.error(`\r${label} [${'='.repeat(filled)}${' '.repeat(width - filled)}] ${done}/${total}\x1b[K`);
    },
    end() {
      if (context.interactive) context.error('\r\x1b[K');
    },
  };
}
