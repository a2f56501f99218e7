import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { EarlierFiles } from '../workspace/workspace.ts';

/** Files that are read at the same time: each is a process of git. */
const atOnce = 8;

/**
 * Lends a folder that holds these files as they were before the change, and takes it away afterwards. `kept` are those
 * that there were.
 */
export async function withEarlierFolder<T>(
  earlier: EarlierFiles,
  paths: readonly string[],
  use: (folder: string, kept: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'mizan-base-'));
  const kept: string[] = [];
  try {
    const write = async (path: string) => {
      const target = join(folder, path);
      const bytes = target.startsWith(folder + sep) ? await earlier.read(path) : null;
      if (bytes === null) return;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
      kept.push(path);
    };
    for (let at = 0; at < paths.length; at += atOnce) await Promise.all(paths.slice(at, at + atOnce).map(write));
    return await use(folder, kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
