import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

export const projectRoot = join(import.meta.dirname, '../../..');

/** The console in a window, whichever door it came through. */
export interface OpenConsole {
  readonly page: Page;
  /** The desktop shell, null behind the web door. */
  readonly app: ElectronApplication | null;
  /** What the program wrote on standard error: nothing, in a run without mistakes. */
  readonly log: () => string;
  close(): Promise<void>;
}

/** A person's home for one test: their ledgers, keys and settings, apart from anybody else's. */
export interface Home {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Path of a file in the home. */
  path(name: string): string;
  /** Runs a `mizan` command as this person. */
  mizan(...args: string[]): { readonly code: number; readonly out: string; readonly error: string };
  remove(): void;
}

/** A fresh home with folders and environment of its own; nothing of the machine's user is in it. */
export function createHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-e2e-'));
  const environment: Record<string, string> = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    LANG: 'C.UTF-8',
  };
  return {
    folder,
    environment,
    path: (name) => join(folder, name),
    mizan(...args) {
      const run = spawnSync(process.execPath, ['core/cli/main.ts', ...args], {
        cwd: projectRoot,
        env: environment,
        encoding: 'utf8',
      });
      return { code: run.status ?? -1, out: run.stdout, error: run.stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}
