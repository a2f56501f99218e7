import { constants } from 'node:fs';
import { cp, lstat } from 'node:fs/promises';

/** Copies files, folders and links as they are; sockets and devices have no place in a work tree. */
export async function copyTree(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => {
      const stat = await lstat(path);
      return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
    },
  });
}
