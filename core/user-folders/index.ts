import { join } from 'node:path';

/** Where Mizan keeps things of this user when nothing else is said. */
export interface Places {
  /**
   * The recent list, the sample, and ledgers that nobody named: `$XDG_DATA_HOME/mizan`, else `~/.local/share/mizan`.
   */
  readonly dataFolder: string;
  /** Private keys, for this user only: `$XDG_CONFIG_HOME/mizan`, else `~/.config/mizan`. */
  readonly configFolder: string;
  /** What can be made again and may be deleted at any time: `$XDG_CACHE_HOME/mizan`, else `~/.cache/mizan`. */
  readonly cacheFolder: string;
}

/** The three folders after the XDG Base Directory rules; an empty variable counts as unset. Nothing is made here. */
export function standardPlaces(environment: Readonly<Record<string, string | undefined>>, home: string): Places {
  return {
    dataFolder: join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'mizan'),
    configFolder: join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'mizan'),
    cacheFolder: join(environment.XDG_CACHE_HOME || join(home, '.cache'), 'mizan'),
  };
}
