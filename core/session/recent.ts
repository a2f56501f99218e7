import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Ledgers a person opened, newest first. */
export interface RecentLedgers {
  list(): readonly string[];
  /** Puts `path` first. */
  remember(path: string): void;
}

const limit = 10;
const fileShape = z.strictObject({ version: z.literal(1), ledgers: z.array(z.string().min(1).max(4000)).max(100) });

/**
 * Keeps the list in `recent-ledgers.json` in the data folder, replaced in one rename. A file that is missing, damaged
 * or of another version reads as an empty list: it is a convenience and nothing is lost with it.
 */
export function openRecentLedgers(dataFolder: string): RecentLedgers {
  const file = join(dataFolder, 'recent-ledgers.json');
  return {
    list: () => read(file),
    remember(path) {
      const ledgers = [path, ...read(file).filter((known) => known !== path)].slice(0, limit);
      replaceFile(file, `${JSON.stringify({ version: 1, ledgers }, null, 2)}\n`);
    },
  };
}

/** What a ledger is called on screen: its file name without `.mizan`. */
export function ledgerName(path: string): string {
  return basename(path).replace(/\.mizan$/, '');
}

function read(file: string): readonly string[] {
  try {
    const parsed = fileShape.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data.ledgers : [];
  } catch {
    return [];
  }
}

function replaceFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const staging = `${file}.${process.pid}.new`;
  try {
    const descriptor = openSync(staging, 'w', 0o600);
    writeSync(descriptor, content);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(staging, file);
  } catch (error) {
    rmSync(staging, { force: true });
    throw error;
  }
}
