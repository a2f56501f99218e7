import { join } from 'node:path';

/** Where Mizan keeps ledgers when nothing else is said: `${XDG_DATA_HOME:-~/.local/share}/mizan`, the same for each door. */
export function defaultDataFolder(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'mizan');
}
