import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Git } from '../contracts/index.ts';
import { ok, type Result } from '../problem/index.ts';
import type { Files, Piece } from './piece.ts';

/** The folder of a piece: a git repository with one commit, as an agent would find it. Errors: git's. */
export async function makeProject(folder: string, piece: Piece, git: Git): Promise<Result<null>> {
  await writeFiles(folder, piece.before);
  const author = [
    '-c',
    'user.name=Mizan sample',
    '-c',
    'user.email=sample@mizan.invalid',
    '-c',
    'commit.gpgSign=false',
  ];
  const steps = [
    ['init', '--quiet'],
    ['add', '--all'],
    [...author, 'commit', '--quiet', '--no-verify', '--message', 'Begin'],
  ];
  for (const words of steps) {
    const done = await git(folder, words);
    if (!done.ok) return done;
  }
  return ok(null);
}

/** The fictional agent as a program: it reads its prompt, writes its files and prints its report. */
export async function makeAgent(file: string, piece: Piece): Promise<void> {
  const source = `// A fictional agent of Mizan's sample. It always does the same.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

for await (const _ of process.stdin); // the prompt
for (const [path, text] of Object.entries(${JSON.stringify(piece.change, null, 2)})) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
process.stdout.write(${JSON.stringify(piece.report)});
`;
  await writeFiles(dirname(file), { [file.slice(dirname(file).length + 1)]: source });
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
