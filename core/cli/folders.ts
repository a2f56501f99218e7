import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from './context.ts';

/** Where Mizan keeps ledgers when nothing else is said: `$XDG_DATA_HOME/mizan`, else `~/.local/share/mizan`. */
export function dataFolder(context: CliContext): string {
  const base = context.environment.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return join(base, 'mizan');
}
